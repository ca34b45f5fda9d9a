import type { PdfText } from "@cartulary/documents";
import { encryptedPdf, pdfOf } from "../harness/pdf-samples.ts";
import { describe, expect, it } from "../runner/runner.ts";

/** The harness of {@link pdfTextContract}. */
export interface PdfTextHarness {
  create(): PdfText;
}

const LIMITS = { bytesMax: 65_536, cpuMilliseconds: 60_000, onBehalfOf: null };

/** Contract of readers of the text of PDF files. */
export function pdfTextContract(name: string, { create }: PdfTextHarness): void {
  const textOf = (bytes: Uint8Array, limits = LIMITS) => create().read(piecesOf(bytes), limits);

  describe(`${name} reads PDF files`, () => {
    it("returns their text, page after page", async () => {
      const text = await textOf(pdfOf(["Appel de loyer", "Quittance"]));
      expect(text?.split(/\s*\n\s*/).filter((line) => line !== "")).toEqual(["Appel de loyer", "Quittance"]);
    });

    it("stops where there is enough, at a whole character", async () => {
      const long = pdfOf(Array.from({ length: 50 }, () => "\\351".repeat(40)));
      const text = (await textOf(long, { ...LIMITS, bytesMax: 101 })) ?? "";
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(101);
      expect(Buffer.byteLength(text)).toBeGreaterThan(97);
      expect(text).toMatch(/^[Ø\n]+$/);
    });

    it.each([
      ["no text", () => pdfOf([""])],
      ["no page", () => pdfOf([])],
      ["a password", encryptedPdf],
      ["half of it", () => pdfOf(["one"]).subarray(0, 200)],
      ["nothing at all", () => new Uint8Array()],
      ["something else", () => Buffer.from("Appel de loyer")],
    ])("answers null of %s", async (_, bytes) => {
      expect(await textOf(bytes())).toBeNull();
    });

    it("answers null where it takes too long", async () => {
      // Seconds of work, so that even a reader who is ready cannot be done by then.
      const long = pdfOf(Array.from({ length: 2_000 }, () => "one"));
      expect(await textOf(long, { ...LIMITS, cpuMilliseconds: 0 })).toBeNull();
      expect(await textOf(pdfOf(["one"]))).toContain("one");
    });

    it("rethrows the error of the reading", async () => {
      await expect(create().read(broken(), LIMITS)).rejects.toThrow("the store is down");
    });
  });
}

async function* piecesOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 1_000) yield bytes.subarray(at, at + 1_000);
}

async function* broken(): AsyncIterable<Uint8Array> {
  yield Buffer.from("%PDF-1.7\n");
  throw new Error("the store is down");
}
