/** A file that Typst sees. There are no others. */
export interface EngineFile {
  /** Absolute, from the root of what Typst sees: `/main.typ`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** One document to be made. */
export interface EngineRequest {
  /** The path of the file to begin with. */
  readonly main: string;
  readonly files: readonly EngineFile[];
  /** What the PDF gives as the time of its making, where the source does not. */
  readonly createdAtSeconds: number;
  /** Whether the PDF is to be PDF/A-2b where that can be had. */
  readonly archival: boolean;
}
