import { spaced } from "./indexed-text.ts";
import type { EntryHeading } from "./ports.ts";
import { wordsOf } from "./words.ts";

/** What the index is to keep of a document beside its text. */
export function headingOf(document: EntryHeading["of"]): EntryHeading {
  const { documentId, name, description, blobKey } = document;
  return {
    of: { documentId, name, description, blobKey },
    nameWords: spaced(wordsOf(name)),
    descriptionWords: spaced(wordsOf(description ?? "")),
  };
}
