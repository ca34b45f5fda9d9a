import { type FormField, type Operation, writeForm, writeShape } from "@cartulary/wire";

/** A file to upload. An iterable of any length is streamed. */
export interface Upload {
  readonly name: string;
  /** `application/octet-stream` when absent. */
  readonly type?: string;
  readonly bytes: Blob | Uint8Array | AsyncIterable<Uint8Array>;
}

/** Bytes that are the whole body. An iterable is streamed. */
export type Bytes = Upload["bytes"];

/** The body type of `fetch` in the types of both browsers and Node.js. */
type FetchBody = NonNullable<RequestInit["body"]>;

/** A body and its headers. */
export interface EncodedBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FetchBody;
}

/** Encodes the body of a call in the first suitable encoding of its operation. */
export function encodeBody(
  { body: schema, wrapper, encodings = ["json"], file: fileField }: Operation,
  { body, file, bytes }: { readonly body?: unknown; readonly file?: Upload; readonly bytes?: Bytes },
): EncodedBody {
  if (encodings[0] === "bytes") return bytes === undefined ? { headers: {} } : plain(bytes);
  if (!schema) return { headers: {} };
  const value = body === undefined ? {} : (writeShape(schema, body) as Record<string, unknown>);
  if (file && fileField) return multipart(writeForm(value), fileField, file);
  if (encodings[0] === "form") {
    return {
      headers: {},
      body: new URLSearchParams(writeForm(value).map((field): [string, string] => [field.name, field.value])),
    };
  }
  const sent = wrapper === undefined ? value : { [wrapper]: value };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
}

function plain(bytes: Bytes): EncodedBody {
  const isWhole = bytes instanceof Blob || bytes instanceof Uint8Array;
  return {
    headers: { "content-type": "application/octet-stream" },
    body: isWhole ? (bytes as FetchBody) : streamOf(toGenerator(bytes)),
  };
}

async function* toGenerator(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/** Streams `multipart/form-data`, so that no file has to fit in memory (RFC 7578). */
function multipart(fields: readonly FormField[], fileField: string, file: Upload): EncodedBody {
  const boundary = `cartulary-${crypto.randomUUID()}`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: streamOf(parts(boundary, fields, fileField, file)),
  };
}

async function* parts(
  boundary: string,
  fields: readonly FormField[],
  fileField: string,
  { name, type = "application/octet-stream", bytes }: Upload,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const opening = (field: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuoted(field)}"${more}\r\n`;
  for (const { name: field, value } of fields) yield encoder.encode(`${opening(field)}\r\n${value}\r\n`);
  yield encoder.encode(`${opening(fileField, `; filename="${escapeQuoted(name)}"`)}Content-Type: ${type}\r\n\r\n`);
  if (bytes instanceof Uint8Array) yield bytes;
  else yield* bytes instanceof Blob ? bytes.stream() : bytes;
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

/** Escapes names like browsers (WHATWG HTML, multipart/form-data encoding algorithm). */
function escapeQuoted(text: string): string {
  return text.replace(/\n/g, "%0A").replace(/\r/g, "%0D").replace(/"/g, "%22");
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
