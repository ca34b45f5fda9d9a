/** A content for text readers. The bytes determine its kind; type and name are only hints. */
export interface ReadableContent {
  /** Returns all bytes; may be called repeatedly. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly byteSize: number;
  readonly contentType: string;
  readonly fileName: string;
}

export interface ReadingLimits {
  /** Maximum bytes of the text in UTF-8. */
  readonly bytesMax: number;
  /** CPU time of the child process; then the text read so far is returned. */
  readonly cpuMilliseconds: number;
  /** The first page, from 0; ignored for kinds without pages. */
  readonly fromPage: number;
  /** Set for readings that take minutes: other work has precedence. */
  readonly isUnhurried?: boolean;
}

/**
 * The result of a reading. `none`: the kind has no text. `partial`: a limit of CPU time or memory ended it; it can
 * continue at `nextPage` (0: from the start). `failed`: nothing could be read; `isFinal` when another attempt is
 * useless, as for a PDF with a password. Pages are numbered from 0.
 */
export type TextReading =
  | { readonly status: "none" }
  | { readonly status: "read"; readonly text: string; readonly pagesWithoutText: readonly number[] }
  | {
      readonly status: "partial";
      readonly text: string;
      readonly nextPage: number;
      readonly pagesWithoutText: readonly number[];
    }
  | { readonly status: "failed"; readonly isFinal: boolean };

/** Port: extracts the text of a content (composition.md 4). Rejects when its pool of child processes is full. */
export interface TextReader {
  read(content: ReadableContent, limits: ReadingLimits): Promise<TextReading>;
}

/** Port: a reader of files of several kinds. */
export interface FileReader extends TextReader {
  /**
   * Returns false if a file with these first bytes is of no kind that has text for this reader: it is then not read.
   * Gets the first 4,096 bytes at least, or all bytes of a smaller file.
   */
  reads(beginning: Uint8Array): boolean;
}

/** Port: recognises the text of a picture, or of a PDF page without text (composition.md 4, Scans). */
export interface TextRecognizer {
  /** `page` is a page of a PDF, from 0; `null` for a picture. Returns a blank text when nothing was recognised. */
  recognize(
    content: ReadableContent,
    page: number | null,
    limits: { readonly cpuMilliseconds: number },
  ): Promise<string>;
}
