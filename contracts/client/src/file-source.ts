import type { Upload } from "./types.ts";

/** A file whose parts are read in order. */
export interface FileSource {
  /** Bytes of the whole file. */
  readonly size: number;
  readonly name: string;
  readonly type: string;
  /** Reads the part from `start` to before `end`; a later call starts no earlier. */
  read(start: number, end: number): Promise<Blob>;
  /** Releases a stream that was not read to its end. */
  close(): Promise<void>;
}

const DEFAULT_NAME = "file";
const DEFAULT_TYPE = "application/octet-stream";

/** Opens a file. A stream of unknown size is read whole first, for the server wants to know the size. */
export async function openFile(upload: Upload, size?: number, name: string = DEFAULT_NAME): Promise<FileSource> {
  if (upload instanceof ReadableStream) {
    return size === undefined ? blobSource(await new Response(upload).blob(), name) : streamSource(upload, size, name);
  }
  return blobSource(upload instanceof Blob ? upload : new Blob([upload]), name);
}

function blobSource(blob: Blob, name: string): FileSource {
  return {
    size: blob.size,
    name: blob instanceof File ? blob.name : name,
    type: blob.type || DEFAULT_TYPE,
    read: async (start, end) => blob.slice(start, end),
    close: async () => {},
  };
}

/** Reads a stream forward and keeps the last part, which may be sent again. */
function streamSource(stream: ReadableStream<Uint8Array>, size: number, name: string): FileSource {
  const reader = stream.getReader();
  let position = 0;
  let kept = { start: 0, blob: new Blob([]) };
  let ahead: Uint8Array = new Uint8Array();
  const take = async (length: number): Promise<Blob> => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let missing = length; missing > 0; ) {
      if (ahead.byteLength === 0) ahead = await nextPiece(reader, size);
      const piece = ahead.slice(0, missing);
      ahead = ahead.subarray(piece.byteLength);
      missing -= piece.byteLength;
      pieces.push(piece);
    }
    position += length;
    return new Blob(pieces);
  };
  return {
    ...{ size, name, type: DEFAULT_TYPE },
    async read(start, end) {
      if (start === kept.start && kept.blob.size === end - start) return kept.blob;
      while (position < start) await take(Math.min(start - position, SKIP_BYTES));
      kept = { start, blob: await take(end - start) };
      return kept.blob;
    },
    close: () => reader.cancel(),
  };
}

const SKIP_BYTES = 1_048_576;

async function nextPiece(reader: ReadableStreamDefaultReader<Uint8Array>, size: number): Promise<Uint8Array> {
  const { done, value } = await reader.read();
  if (done) throw new RangeError(`The stream ends before ${size} bytes`);
  return value;
}
