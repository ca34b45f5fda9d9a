/** An incoming file with the client's name and type. */
export interface FileUpload {
  readonly fileName: string;
  /** As declared; `application/octet-stream` by default. */
  readonly contentType: string;
  /** Readable once. Rejects when the client disconnects or sends too much. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * A request whose fields and file arrive on one stream, in any order.
 *
 * Use cases check `fieldsBeforeFile` before they read the file, so that callers without rights store nothing, and check
 * everything again in the writing transaction.
 */
export interface StreamedRequest<Fields> {
  /** The fields before the file; all fields without a file. */
  readonly fieldsBeforeFile: Partial<Fields>;
  readonly file: FileUpload | null;
  /** Returns all fields once the file has been read. Rejects when the rest of the request is malformed. */
  readAll(): Promise<Fields>;
}
