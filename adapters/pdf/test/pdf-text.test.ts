import { deflateSync } from "node:zlib";
import { pdfTextContract } from "@cartulary/ports/documents";
import { afterAll, expect, it } from "vitest";
import { createPdfText } from "../src/index.ts";

/** So long that only the limit of a reading applies. */
const pdfText = createPdfText({ cpuMilliseconds: 120_000 });
afterAll(() => pdfText.close());

pdfTextContract("The reader in children", { create: () => pdfText });

const LIMITS = { bytesMax: 65_536, cpuMilliseconds: 60_000, onBehalfOf: null };

/** A page whose content unpacks to 128 MiB of text. */
function bomb(): Uint8Array {
  const content = deflateSync(Buffer.concat([Buffer.from("BT /F1 9 Tf "), Buffer.alloc(134_217_728, "(a) Tj ")]));
  const head = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
4 0 obj << /Length ${content.byteLength} /Filter /FlateDecode >> stream\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\nendstream endobj\ntrailer << /Root 1 0 R >>\n")]);
}

it("a file that unpacks to more than a child may hold has no text, and the next one has its own", async () => {
  const bounded = createPdfText({ memoryBytes: 200_000_000, children: 1 });
  const file = bomb();
  expect(file.byteLength).toBeLessThan(1_048_576);
  try {
    expect(await bounded.read(piecesOf(file), LIMITS)).toBeNull();
    expect(await bounded.read(piecesOf(Buffer.alloc(70_000_000)), LIMITS)).toBeNull();
  } finally {
    await bounded.close();
  }
  await expect(bounded.read(piecesOf(file), LIMITS)).rejects.toMatchObject({ kind: "unavailable" });
});

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 1_048_576) yield bytes.subarray(at, at + 1_048_576);
}
