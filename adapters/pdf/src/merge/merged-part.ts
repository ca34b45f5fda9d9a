import type { PdfCell, PdfDictionary } from "../objects/values.ts";

/** A source file. Its objects become those of the merge and may be modified. */
export interface Source {
  readonly catalog: PdfDictionary;
  readonly pages: readonly PdfCell[];
  /** Index of its first page in the merge, from 0. */
  readonly firstPage: number;
}

/** Modifies a dictionary of a source; called once with each. */
export type Rewrite = (dictionary: PdfDictionary) => void;

/** A feature of the catalog: layers, forms, bookmarks and so on. */
export interface MergedPart {
  /** Merges this feature of a source. Returns the changes to the source's other objects. */
  add(source: Source): Rewrite | null;
  /** Writes the merged feature to the catalog. */
  put(catalog: PdfDictionary): void;
}
