import { type FormField, writeForm } from "./form.ts";
import type { Operation } from "./operation.ts";
import { writeShape } from "./shape.ts";

/** A file to be sent. What iterates is sent as it comes, however long it is. */
export interface Upload {
  readonly name: string;
  /** `application/octet-stream` when absent. */
  readonly type?: string;
  readonly bytes: Blob | Uint8Array | AsyncIterable<Uint8Array>;
}

/** Bytes that are a whole body. What iterates is sent as it comes. */
export type Bytes = Upload["bytes"];

/** What `fetch` sends. Browsers and Node.js each have a name for it; this is there in the types of both. */
type FetchBody = NonNullable<RequestInit["body"]>;

/** A body and what is said of it. */
export interface Sendable {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FetchBody;
}

/** The body of a call, in the first encoding of its operation that can carry it. */
export function sendable(
  { body: schema, wrapper, encodings = ["json"], file: fileField }: Operation,
  { body, file, bytes }: { readonly body?: unknown; readonly file?: Upload; readonly bytes?: Bytes },
): Sendable {
  if (encodings[0] === "bytes") return bytes === undefined ? { headers: {} } : plain(bytes);
  if (!schema) return { headers: {} };
  const value = body === undefined ? {} : (writeShape(schema, body) as Record<string, unknown>);
  if (file && fileField) return multipart(writeForm(value), fileField, file);
  if (encodings[0] === "form") {
    return { headers: {}, body: new URLSearchParams(writeForm(value).map((field) => [field.name, field.value])) };
  }
  const sent = wrapper === undefined ? value : { [wrapper]: value };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(sent) };
}

function plain(bytes: Bytes): Sendable {
  const isWhole = bytes instanceof Blob || bytes instanceof Uint8Array;
  return {
    headers: { "content-type": "application/octet-stream" },
    body: isWhole ? (bytes as FetchBody) : streamOf(iterated(bytes)),
  };
}

async function* iterated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/** `multipart/form-data` written as it is sent, so that no file has to fit in memory (RFC 7578). */
function multipart(fields: readonly FormField[], fileField: string, file: Upload): Sendable {
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
    `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(field)}"${more}\r\n`;
  for (const { name: field, value } of fields) yield encoder.encode(`${opening(field)}\r\n${value}\r\n`);
  yield encoder.encode(`${opening(fileField, `; filename="${quotable(name)}"`)}Content-Type: ${type}\r\n\r\n`);
  if (bytes instanceof Uint8Array) yield bytes;
  else yield* bytes instanceof Blob ? bytes.stream() : bytes;
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

/** As browsers write names into quotes (WHATWG HTML, multipart/form-data encoding algorithm). */
function quotable(text: string): string {
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
