import type { PdfCell, PdfDictionary } from "../objects/values.ts";

/** A file that is merged. Its objects become those of the merge, so that what a part changes in them is changed there. */
export interface Source {
  readonly catalog: PdfDictionary;
  readonly pages: readonly PdfCell[];
  /** The place of its first page in the merge, from 0. */
  readonly firstPage: number;
}

/** Changes one dictionary of a source; called once with each. */
export type Rewrite = (dictionary: PdfDictionary) => void;

/** One of the things that a catalog holds beside its pages: layers, a form, bookmarks. */
export interface MergedPart {
  /** Takes over what a source has of it. What changes in the source's other objects is answered. */
  add(source: Source): Rewrite | null;
  /** Puts what was taken over into the catalog of the merge. */
  put(catalog: PdfDictionary): void;
}
