import { indexedTerms } from "./indexed-terms.ts";
import type { EntryHeading } from "./ports.ts";

/** Builds the heading of a document's entry: name and description. */
export function headingOf(document: EntryHeading["of"]): EntryHeading {
  const { documentId, name, description, blobKey } = document;
  return {
    of: { documentId, name, description, blobKey },
    name: indexedTerms(name),
    description: indexedTerms(description ?? ""),
  };
}
