import type { AuthorText } from "@cartulary/composition/source";

/** A file visible to Typst, which sees no others. */
export interface EngineFile {
  /** Absolute path from the root of the virtual files: `/main.typ`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Returns the files that are texts. */
export const textsOf = (files: readonly EngineFile[]): readonly AuthorText[] =>
  files.flatMap(({ path, content }) => (typeof content === "string" ? [{ path, text: content }] : []));

/** A request to typeset one document. */
export interface EngineRequest {
  /** The path of the main file. */
  readonly main: string;
  readonly files: readonly EngineFile[];
  /** Creation time of the PDF, unless the source sets one. */
  readonly createdAtSeconds: number;
  /** True to write PDF/A-2b if possible. */
  readonly archival: boolean;
}
