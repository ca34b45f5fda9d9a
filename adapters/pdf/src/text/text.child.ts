import { serveJobs } from "@cartulary/containment/child";
import { getDocumentProxy } from "unpdf";

/** How much text is wanted, in bytes of UTF-8. */
export interface TextInput {
  readonly bytesMax: number;
}

/** Of a file: what is larger is pictures, mostly. */
const FILE_BYTES_MAX = 67_108_864;

serveJobs<TextInput, string | null>(async ({ bytesMax }, { sources: [source] }) => {
  const bytes = source ? await bytesOf(source) : null;
  return bytes && textOf(bytes, bytesMax).catch(() => null);
});

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let byteSize = 0;
  for await (const piece of source) {
    byteSize += piece.byteLength;
    if (byteSize > FILE_BYTES_MAX) return null;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** Page after page until there is enough; `null` where there is nothing but blanks. */
async function textOf(bytes: Uint8Array, bytesMax: number): Promise<string | null> {
  const document = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 });
  let text = "";
  for (let number = 1; number <= document.numPages && Buffer.byteLength(text) < bytesMax; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += "\n";
    page.cleanup();
  }
  const enough = new TextDecoder().decode(Buffer.from(text).subarray(0, bytesMax), { stream: true });
  return enough.trim() === "" ? null : enough;
}
