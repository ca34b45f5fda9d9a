import { S3Error } from "./s3-error.ts";

interface ChunkedBody {
  readonly chunks: readonly Uint8Array[];
  /** Names in lower case. */
  readonly trailers: ReadonlyMap<string, string>;
}

const CRLF = "\r\n";

/**
 * Parses a body with the Content-Encoding `aws-chunked` without chunk signatures: chunks with hexadecimal lengths, a
 * chunk of length 0, trailers and an empty line. Buffers the whole body, since test bodies are small.
 */
export async function chunkedBody(body: AsyncIterable<Uint8Array>): Promise<ChunkedBody> {
  const received: Uint8Array[] = [];
  for await (const chunk of body) received.push(chunk);
  const bytes = Buffer.concat(received);
  const chunks: Uint8Array[] = [];
  let position = 0;

  function line(): string {
    const end = bytes.indexOf(CRLF, position);
    if (end < 0) throw malformed("a line has no end");
    const text = bytes.toString("latin1", position, end);
    position = end + CRLF.length;
    return text;
  }

  for (;;) {
    const size = line();
    if (!/^[0-9a-f]+$/i.test(size)) throw malformed(`${size} is not a chunk's length`);
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    if (position + length > bytes.byteLength) throw malformed("a chunk is cut");
    chunks.push(bytes.subarray(position, position + length));
    position += length;
    if (line() !== "") throw malformed("a chunk is longer than its length");
  }
  const trailers = new Map<string, string>();
  for (let text = line(); text !== ""; text = line()) {
    const [name = "", ...value] = text.split(":");
    trailers.set(name.trim().toLowerCase(), value.join(":").trim());
  }
  if (position !== bytes.byteLength) throw malformed("unexpected bytes after the end");
  return { chunks, trailers };
}

const malformed = (why: string) => new S3Error(400, "InvalidChunkSizeError", `Malformed aws-chunked body: ${why}`);
