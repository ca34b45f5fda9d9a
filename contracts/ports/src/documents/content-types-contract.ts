import type { ContentTypes } from "@cartulary/documents";
import { describe, expect, it } from "../runner/runner.ts";

/** Contract of the recognition of files by their first bytes. */
export function contentTypesContract(name: string, { create }: { create(): ContentTypes }): void {
  describe(`${name} recognises`, () => {
    it.each(Object.entries(HEADS))("%s", async (type, head) => {
      expect(await create().recognise(bytesOf(head))).toBe(type);
    });

    it("a file by its first bytes, also in a view of a larger buffer", async () => {
      const { recognise } = create();
      const memory = Buffer.alloc(8_192, 0x61);
      memory.set(bytesOf(HEADS["application/pdf"]), 100);
      expect(await recognise(memory.subarray(100, 4_196))).toBe("application/pdf");
      expect(await recognise(memory)).toBeNull();
    });

    it("no text, not even one with a signature in it, and no empty content", async () => {
      const { recognise } = create();
      for (const text of ["", "<!doctype html><script>alert(1)</script>", "name;amount\n", "PDF-1.7 %PDF"]) {
        expect(await recognise(bytesOf(text))).toBeNull();
      }
    });

    it("truncated files without an error", async () => {
      const { recognise } = create();
      for (const head of [...Object.values(HEADS), "PK\x03\x04\x14\0", "\0\0\0 ftypisom", "OggS", "\xff".repeat(64)]) {
        const bytes = bytesOf(head);
        for (let length = 0; length <= bytes.length; length += 1) {
          const type = await recognise(bytes.slice(0, length));
          expect(type ?? "none/none").toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
        }
      }
    });
  });
}

/** How files begin, a character a byte. */
const HEADS = {
  "application/pdf": "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n",
  "image/png": `\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\0\0\0\0\0\0\0\x0aIDAT${"\0".repeat(32)}`,
  "image/jpeg": "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01",
  "image/gif": "GIF89a\x01\0\x01\0\0\0\0",
  "image/webp": "RIFF\x1a\0\0\0WEBPVP8 ",
} as const;

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
