import { MergeError, type MergeProblem, type MergeSource } from "@cartulary/uploads";
import { USER_PASSWORD_PDF } from "../harness/encrypted-pdf-samples.ts";
import { CMYK_JPEG, greyPngOf, JPEG, pngOf, turnedJpeg } from "../harness/image-samples.ts";
import { encryptedPdf, missingPagePdf, pdfOf } from "../harness/pdf-samples.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { bytesOf, PLACE, sourceOf } from "./merge-sources.ts";
import { pdfMergerContentsContract } from "./pdf-merger-contents-contract.ts";
import type { PdfMergerHarness, ReadPage } from "./pdf-merger-harness.ts";

const exe = (): Uint8Array => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(2_000)]);

const beforeLast = (word: string, pdf: Uint8Array): Uint8Array => pdf.subarray(0, Buffer.from(pdf).lastIndexOf(word));

/** The first version of a file is whole; of the next one the end is missing. */
const secondTime = (): Uint8Array =>
  Buffer.concat([pdfOf(["one"]), Buffer.from("4 0 obj\n<< /Type /Page /Parent 2 0 R /Rotate 90 >>\nendobj\n")]);

/** Files that cannot be merged. */
const REFUSED: readonly (readonly [what: string, bytes: () => Uint8Array, reason: MergeProblem])[] = [
  ["a program", exe, "unsupported_format"],
  ["nothing at all", () => new Uint8Array(), "unsupported_format"],
  ["a GIF", () => Buffer.from("GIF89a\x01\0\x01\0"), "unsupported_format"],
  ["a PDF with a password", () => Buffer.from(USER_PASSWORD_PDF, "base64"), "encrypted"],
  ["a PDF that cannot be decrypted", encryptedPdf, "encrypted"],
  ["half a PDF", () => pdfOf(["one", "two"]).subarray(0, 300), "corrupt"],
  ["a PDF whose cross-references are missing", () => beforeLast("xref\n0", pdfOf(["one", "two"])), "corrupt"],
  ["a PDF that was sent a second time in part", secondTime, "corrupt"],
  ["a PDF with fewer pages than it counts", missingPagePdf, "corrupt"],
  ["a PDF without a page", () => pdfOf([]), "corrupt"],
  ["the head of a PDF", () => Buffer.from("%PDF-1.7\n"), "corrupt"],
  ["half a JPEG", () => JPEG.subarray(0, 280), "corrupt"],
  ["a JPEG whose end is missing", () => JPEG.subarray(0, -2), "corrupt"],
  ["the head of a JPEG", () => JPEG.subarray(0, 100), "corrupt"],
  ["half a PNG", () => pngOf(16, 16).subarray(0, 60), "corrupt"],
  ["a PNG with fewer lines than it says", () => pngOf(16, 300), "corrupt"],
  ["a PNG of 50,000 × 50,000 pixels", () => pngOf(50_000, 50_000), "too_large"],
];

/** Contract of PDF mergers. */
export function pdfMergerContract(name: string, { create, read }: PdfMergerHarness): void {
  const merged = async (...sources: readonly Uint8Array[]) =>
    (await read(await bytesOf(create().merge(sources.map(sourceOf), PLACE)))).pages;

  pdfMergerContentsContract(name, { create, read });

  describe(`${name} is a merger of PDFs`, () => {
    it("puts all pages in the order of their sources", async () => {
      const pages = await merged(pdfOf(["one", "two"]), pdfOf(["three"]), pdfOf(["four"]));
      expect(pages.map(({ text }) => text)).toEqual(["one", "two", "three", "four"]);
      expect(pages.map(({ width, height }) => [width, height])).toEqual(pages.map(() => [420, 595]));
    });

    it("puts each image on an A4 page, a pixel as large as at 96 dpi, in the middle", async () => {
      const pages = await merged(JPEG, pdfOf(["between"]), pngOf(16, 32), CMYK_JPEG);
      expect(pages.map(({ text }) => text)).toEqual(["", "between", "", ""]);
      for (const page of pages.filter(({ text }) => text === "")) {
        expect([page.width, page.height]).toEqual([expect.closeTo(595.28, 1), expect.closeTo(841.89, 1)]);
      }
      expect(pages.map(({ images }) => images.map(rounded))).toEqual([
        [{ x: 291.6, y: 417.9, width: 12, height: 6 }],
        [],
        [{ x: 291.6, y: 408.9, width: 12, height: 24 }],
        [{ x: 291.6, y: 417.9, width: 12, height: 6 }],
      ]);
    });

    it("makes large pictures as small as fits between margins of 24 pt", async () => {
      const pages = await merged(greyPngOf(2_000, 1_000), greyPngOf(1_000, 4_000));
      expect(pages.map(({ images }) => images.map(rounded))).toEqual([
        [{ x: 24, y: 284.1, width: 547.3, height: 273.6 }],
        [{ x: 198.4, y: 24, width: 198.5, height: 793.9 }],
      ]);
    });

    it("turns a picture as its EXIF says", async () => {
      const [page] = await merged(turnedJpeg());
      expect(page?.images.map(rounded)).toEqual([{ x: 294.6, y: 414.9, width: 6, height: 12 }]);
    });

    it("takes a hundred sources, and long ones", async () => {
      const texts = Array.from({ length: 100 }, (_, index) => `page ${index}`);
      expect((await merged(...texts.map((text) => pdfOf([text], { blanks: 2_000 })))).map(({ text }) => text)).toEqual(
        texts,
      );
    });

    it("takes files whose cross-references lead elsewhere", async () => {
      const text = Buffer.from(pdfOf(["one", "two"])).toString("latin1");
      const shifted = Buffer.from(text.replace("%PDF-1.7\n", "%PDF-1.7\n% a line more\n"), "latin1");
      const alone = Buffer.from(text.replace(/xref\n0[\s\S]*trailer/, "trailer"), "latin1");
      expect((await merged(shifted, alone)).map((page) => page.text)).toEqual(["one", "two", "one", "two"]);
    });

    it("recognizes a source by its content", async () => {
      const merger = create();
      expect(await merger.inspect(sourceOf(pdfOf(["one", "two"])), PLACE)).toEqual({ format: "pdf", pages: 2 });
      expect(await merger.inspect(sourceOf(Buffer.concat([Buffer.from("\n\n"), pdfOf(["one"])])), PLACE)).toEqual({
        ...{ format: "pdf", pages: 1 },
      });
      expect(await merger.inspect(sourceOf(turnedJpeg()), PLACE)).toEqual({ format: "jpeg", pages: 1 });
      expect(await merger.inspect(sourceOf(pngOf(1, 1)), PLACE)).toEqual({ format: "png", pages: 1 });
    });

    it.each(REFUSED)("refuses %s, and says which source it is", async (_, bytes, reason) => {
      const merger = create();
      const refused = await merger.inspect(sourceOf(bytes()), PLACE).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(MergeError);
      expect(refused).toMatchObject({ reason, index: 0 });
      const sources = [pdfOf(["one"]), bytes(), JPEG].map(sourceOf);
      await expect(bytesOf(merger.merge(sources, PLACE))).rejects.toMatchObject({
        name: "MergeError",
        reason,
        index: 1,
      });
    });

    it("rejects with the error of a source that cannot be read", async () => {
      const down: MergeSource = { open: () => Promise.reject(new Error("the store is down")) };
      await expect(create().inspect(down, PLACE)).rejects.toThrow("the store is down");
      await expect(bytesOf(create().merge([sourceOf(JPEG), down], PLACE))).rejects.toThrow("the store is down");
    });

    it("opens no source before its result is read", async () => {
      let isOpen = false;
      const source = {
        open() {
          isOpen = true;
          return sourceOf(JPEG).open();
        },
      };
      const bytes = create().merge([source], PLACE);
      expect(isOpen).toBe(false);
      await bytesOf(bytes);
      expect(isOpen).toBe(true);
    });
  });
}

const rounded = (image: ReadPage["images"][number]) =>
  Object.fromEntries(Object.entries(image).map(([key, points]) => [key, Math.round(points * 10) / 10]));
