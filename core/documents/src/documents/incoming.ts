/** A file as it comes in: its name and type are the sender's words. */
export interface IncomingFile {
  readonly fileName: string;
  /** As declared, `application/octet-stream` when nothing was. */
  readonly contentType: string;
  /** To be read once, as fast as it can be stored. Rejects when the sender stops half-way or sends too much. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * A request whose fields and file arrive on one stream, in whatever order.
 *
 * So that nobody stores bytes he has no right to, use cases judge `first` before they read the file, and everything
 * again in the transaction that writes.
 */
export interface Incoming<Fields> {
  /** The fields that stood before the file; all of them when there is no file. */
  readonly first: Partial<Fields>;
  readonly file: IncomingFile | null;
  /** Every field, once the file was read to its end. Rejects when the rest of the request is not sound. */
  complete(): Promise<Fields>;
}
