import { indexedTerms } from "./indexed-terms.ts";
import type { EntryHeading } from "./ports.ts";

/** What the index is to keep of a document beside its text. */
export function headingOf(document: EntryHeading["of"]): EntryHeading {
  const { documentId, name, description, blobKey } = document;
  return {
    of: { documentId, name, description, blobKey },
    name: indexedTerms(name),
    description: indexedTerms(description ?? ""),
  };
}
