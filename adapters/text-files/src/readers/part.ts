/** A part of an office file. */
export interface Part {
  /** The name of its entry in the archive. */
  readonly name: string;
  readonly contentType: string;
}
