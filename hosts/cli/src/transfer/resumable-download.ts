import type { Client, Document } from "@cartulary/client";
import { networkCode } from "../account/error-messages.ts";
import type { Server } from "../account/server.ts";
import type { Retrier } from "./retry.ts";

export type StoredDocument = Document;

/** Maximum number of broken responses in a row without any bytes. */
const EMPTY_TRIES = 5;

/** Stored bytes of known size and digest. */
export type StoredContent = Pick<Document, "id" | "name" | "byte_size" | "sha256">;

/** Requests the bytes with these headers. */
type RequestContent = (headers: Readonly<Record<string, string>>) => ReturnType<Client["getDocumentContent"]>;

/**
 * Yields the bytes of a document, or of another content with its own request, from `start` on; after a broken connection, requests the rest by range. Throws when
 * the content changed.
 */
export async function* contentFrom(
  { client }: Server,
  patience: Retrier,
  document: StoredContent,
  start: number,
  request: RequestContent = (headers) => client.getDocumentContent({ id: document.id }, { headers }),
): AsyncGenerator<Uint8Array> {
  const { byte_size: byteSize } = document;
  let [offset, empty] = [start, 0];
  while (offset < byteSize) {
    const before = offset;
    const headers = rangeFrom(document, offset);
    const response = await patience.retry(() => request(headers));
    for await (const piece of untilBroken(bodyOf(document, offset, response))) {
      offset += piece.byteLength;
      if (offset > byteSize) throw contentChanged(document);
      yield piece;
    }
    empty = offset > before ? 0 : empty + 1;
    if (empty === EMPTY_TRIES) throw new Error(`the connection breaks before any byte of ${document.name} arrives`);
  }
}

const etagOf = ({ sha256 }: StoredContent): string => `"${sha256}"`;

/** `If-Range` protects against a changed content (RFC 9110 section 13.1.5). */
const rangeFrom = (document: StoredContent, offset: number): Readonly<Record<string, string>> =>
  offset === 0 ? {} : { range: `bytes=${offset}-`, "if-range": etagOf(document) };

function bodyOf(
  document: StoredContent,
  offset: number,
  { status, headers, body }: Response,
): AsyncIterable<Uint8Array> {
  const begins = status === 206 ? headers.get("content-range")?.startsWith(`bytes ${offset}-`) : offset === 0;
  if (!begins || headers.get("etag") !== etagOf(document) || !body) throw contentChanged(document);
  return body;
}

const contentChanged = ({ name }: StoredContent): Error =>
  new Error(`${name} changed during the download; run the command again`);

/** Yields the bytes until the connection breaks. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (networkCode(error) === null) throw error;
  }
}
