import { malformed } from "@cartulary/kernel";
import {
  type BodyReader,
  type BodyTimeouts,
  DEFAULT_BODY_TIMEOUTS,
  fileBodyTimeout,
  readerWithTimeout,
} from "./body-timeouts.ts";
import { boundaryOf, partHeadOf, piecesOf } from "./multipart-part-headers.ts";

/** A part of a form of several files, in sending order. */
export type FormPart =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  /** The bytes are to be read before the next part; a chunk is valid until the next one. */
  | {
      readonly kind: "file";
      readonly name: string;
      readonly fileName: string;
      readonly contentType: string;
      readonly bytes: AsyncIterable<Uint8Array>;
    };

/** Bounds of a form of several files. */
const PARTS_MAX = 200;
const FIELD_BYTES_MAX = 65_536;

/**
 * Reads the parts of `multipart/form-data` while it arrives. Files may be of any number and size: who reads them bounds them.
 * Throws 400 for a malformed form or too many parts, and 408 for a slow body.
 */
export async function* formParts(
  request: Request,
  open: () => BodyReader,
  pace: BodyTimeouts = DEFAULT_BODY_TIMEOUTS,
): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(request.headers.get("content-type") ?? "");
  const pieces = piecesOf(chunksOf(readerWithTimeout(open(), fileBodyTimeout(pace))), boundary);
  let parts = 0;
  let piece = await pieces.next();
  while (!piece.done) {
    if (piece.value.kind !== "head") {
      piece = await pieces.next();
      continue;
    }
    parts += 1;
    if (parts > PARTS_MAX) throw malformed("The form has too many parts");
    const head = partHeadOf(piece.value.bytes);
    const part = contentOf(pieces);
    if (head?.name !== undefined && head.isFile) {
      const { name, fileName = "", contentType } = head;
      yield { kind: "file", name, fileName, contentType: contentType ?? "application/octet-stream", bytes: part.bytes };
    } else if (head?.name !== undefined) {
      yield { kind: "field", name: head.name, value: await textOf(part.bytes) };
    }
    piece = await part.rest();
  }
}

type Piece = IteratorResult<
  { readonly kind: "delimiter" } | { readonly kind: "head" | "content"; readonly bytes: Uint8Array }
>;

/** Returns the content of a part, and the piece after it. */
function contentOf(pieces: AsyncGenerator<NonNullable<Piece["value"]>>) {
  let after: Piece | null = null;
  async function next(): Promise<Uint8Array | null> {
    if (after) return null;
    const piece = (await pieces.next()) as Piece;
    if (!piece.done && piece.value.kind === "content") return piece.value.bytes;
    after = piece;
    return null;
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
  }
  const rest = async (): Promise<Piece> => {
    while ((await next()) !== null);
    return after as unknown as Piece;
  };
  return { bytes: bytes(), rest };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > FIELD_BYTES_MAX) throw malformed("A field of the form is too long");
    chunks.push(Buffer.from(chunk));
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw malformed("The form is not UTF-8");
  }
}

async function* chunksOf(reader: BodyReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
