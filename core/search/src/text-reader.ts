/** A content as readers of text get it. The bytes decide of what kind it is; type and name are only hints. */
export interface ReadableContent {
  /** Every call reads from the first byte on. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  readonly byteSize: number;
  readonly contentType: string;
  readonly fileName: string;
}

/** How far a reading may go. */
export interface ReadingLimits {
  /** Most text that is wanted, in bytes of UTF-8. */
  readonly bytesMax: number;
  /** CPU time of the contained child. What was read until then is the answer. */
  readonly cpuMilliseconds: number;
  /** The first page to read, from 0. Kinds without pages ignore it. */
  readonly fromPage: number;
  /** Set where all other work goes first: a reading that goes on for minutes. */
  readonly isUnhurried?: boolean;
}

/**
 * What a reading came to. `none`: this kind of content has no text. `partial`: a limit on CPU time or memory ended it;
 * reading may go on at `nextPage` (0: from the beginning). `failed`: nothing could be read; when `isFinal` another try is
 * useless, as with a PDF that asks for a password. Pages are numbered from 0.
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

/** Port: the text of a content (composition.md 4). It refuses work as the pools of contained children do. */
export interface TextReader {
  read(content: ReadableContent, limits: ReadingLimits): Promise<TextReading>;
}

/** Port: the text in a picture, or on a page of a PDF that has no text of its own (composition.md 4, Scans). */
export interface TextRecognizer {
  /** `page` is a page of a PDF, from 0; `null` of a picture. Blank where nothing was recognised. */
  recognize(
    content: ReadableContent,
    page: number | null,
    limits: { readonly cpuMilliseconds: number },
  ): Promise<string>;
}
