import type { Client } from "@cartulary/wire";
import { networkCode } from "../account/refusals.ts";
import type { Server } from "../account/server.ts";
import type { Patience } from "./patience.ts";

/** A document as the server has it. */
export type StoredDocument = Awaited<ReturnType<Client["getDocument"]>>;

/** How often a body may break before it brought anything. */
const EMPTY_TRIES = 5;

/**
 * The bytes of a document from the byte `start` on, however often the connection breaks: each time the rest is asked for
 * by a range. Throws where the document has got other bytes meanwhile.
 */
export async function* contentFrom(
  { client }: Server,
  patience: Patience,
  document: StoredDocument,
  start: number,
): AsyncGenerator<Uint8Array> {
  const { id, byteSize } = document;
  let [offset, empty] = [start, 0];
  while (offset < byteSize) {
    const before = offset;
    const headers = rangeFrom(document, offset);
    const response = await patience.ask(() => client.getDocumentContent({ params: { id }, headers }));
    for await (const piece of unbroken(bodyOf(document, offset, response))) {
      offset += piece.byteLength;
      if (offset > byteSize) throw otherBytes(document);
      yield piece;
    }
    empty = offset > before ? 0 : empty + 1;
    if (empty === EMPTY_TRIES) throw new Error(`the connection breaks before any byte of ${document.name} arrives`);
  }
}

const etagOf = ({ sha256 }: StoredDocument): string => `"${sha256}"`;

/** `If-Range` as well: of other bytes the rest is of no use (RFC 9110 section 13.1.5). */
const rangeFrom = (document: StoredDocument, offset: number): Readonly<Record<string, string>> =>
  offset === 0 ? {} : { range: `bytes=${offset}-`, "if-range": etagOf(document) };

function bodyOf(
  document: StoredDocument,
  offset: number,
  { status, headers, body }: Response,
): AsyncIterable<Uint8Array> {
  const begins = status === 206 ? headers.get("content-range")?.startsWith(`bytes ${offset}-`) : offset === 0;
  if (!begins || headers.get("etag") !== etagOf(document) || !body) throw otherBytes(document);
  return body;
}

const otherBytes = ({ name }: StoredDocument): Error =>
  new Error(`${name} has got other bytes meanwhile: run it again`);

/** What comes until the connection breaks. */
async function* unbroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (networkCode(error) === null) throw error;
  }
}
