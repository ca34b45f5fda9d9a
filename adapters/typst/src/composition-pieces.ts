import type { Composition, PrintedDocument, PrintedPart } from "@cartulary/composition";

/** Bytes of a message to a child, which one part may exceed: this process does nothing else while it writes one. */
const PIECE_CHARACTERS = 262_144;

/** A composition for a child, which takes one piece after the other: first the document, then its parts, some together. */
export async function* piecesOf(read: () => Promise<Composition>): AsyncGenerator<Uint8Array> {
  const { document, parts } = await read();
  const encoder = new TextEncoder();
  const piece = (value: unknown) => encoder.encode(JSON.stringify(value));
  yield piece(document);
  let [some, characters]: [PrintedPart[], number] = [[], 0];
  for (const part of parts) {
    some.push(part);
    characters += part.content.length;
    if (characters < PIECE_CHARACTERS) continue;
    yield piece(some);
    [some, characters] = [[], 0];
  }
  yield piece(some);
}

/** The composition that {@link piecesOf} wrote. */
export async function compositionIn(pieces: AsyncIterable<Uint8Array>): Promise<Composition> {
  const decoder = new TextDecoder();
  let document: PrintedDocument | undefined;
  const parts: PrintedPart[] = [];
  for await (const piece of pieces) {
    const value = JSON.parse(decoder.decode(piece));
    if (!document) document = value as PrintedDocument;
    else for (const part of value as readonly PrintedPart[]) parts.push(part);
  }
  if (!document) throw new TypeError("A composition has no document");
  return { document, parts };
}
