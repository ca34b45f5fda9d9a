import type { Composition, PrintedDocument, PrintedPart } from "@cartulary/composition";

/** Maximum size of a message to a child, unless one part is larger: writing it blocks this process. */
const PIECE_CHARACTERS = 262_144;

/** Yields a composition in pieces: first the document, then its parts in groups. */
export async function* piecesOf(read: () => Promise<Composition>): AsyncGenerator<Uint8Array> {
  const { document, parts } = await read();
  const encoder = new TextEncoder();
  const piece = (value: unknown) => encoder.encode(JSON.stringify(value));
  yield piece(document);
  let [group, characters]: [PrintedPart[], number] = [[], 0];
  for (const part of parts) {
    group.push(part);
    characters += part.content.length;
    if (characters < PIECE_CHARACTERS) continue;
    yield piece(group);
    [group, characters] = [[], 0];
  }
  yield piece(group);
}

/** Parses the pieces of {@link piecesOf}. */
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
