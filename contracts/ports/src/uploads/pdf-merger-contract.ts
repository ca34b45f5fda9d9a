import type { PlaceRequest } from "@cartulary/kernel";
import { MergeError, type MergeProblem, type MergeSource, type PdfMerger } from "@cartulary/uploads";
import { describe, expect, it } from "vitest";
import { CMYK_JPEG, JPEG, pngOf, turnedJpeg } from "../harness/image-samples.ts";
import { encryptedPdf, pdfOf } from "../harness/pdf-samples.ts";

/** A page as another program than the merger's reads it. */
export interface ReadPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  /** What each image on it covers, in points. */
  readonly images: readonly { readonly width: number; readonly height: number }[];
}

/** What an adapter's test gives to {@link pdfMergerContract}. */
export interface PdfMergerHarness {
  create(): PdfMerger;
  read(pdf: Uint8Array): Promise<readonly ReadPage[]>;
}

const sourceOf = (bytes: Uint8Array): MergeSource => ({
  async *open() {
    for (let at = 0; at < bytes.byteLength; at += 1_000) yield bytes.subarray(at, at + 1_000);
  },
});

const exe = (): Uint8Array => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(2_000)]);

/** Files that nobody can merge. */
const REFUSED: readonly (readonly [what: string, bytes: () => Uint8Array, reason: MergeProblem])[] = [
  ["a program", exe, "unsupported_format"],
  ["nothing at all", () => new Uint8Array(), "unsupported_format"],
  ["a GIF", () => Buffer.from("GIF89a\x01\0\x01\0"), "unsupported_format"],
  ["a PDF with a password", encryptedPdf, "encrypted"],
  ["half a PDF", () => pdfOf(["one", "two"]).subarray(0, 300), "corrupt"],
  ["a PDF without a page", () => pdfOf([]), "corrupt"],
  ["the head of a PDF", () => Buffer.from("%PDF-1.7\n"), "corrupt"],
  ["half a JPEG", () => JPEG.subarray(0, 280), "corrupt"],
  ["a JPEG whose end is missing", () => JPEG.subarray(0, -2), "corrupt"],
  ["the head of a JPEG", () => JPEG.subarray(0, 100), "corrupt"],
  ["half a PNG", () => pngOf(16, 16).subarray(0, 60), "corrupt"],
  ["a PNG with fewer lines than it says", () => pngOf(16, 300), "corrupt"],
  ["a PNG of 50,000 × 50,000 pixels", () => pngOf(50_000, 50_000), "too_large"],
];

/** Work of the house itself, whose turns are nobody's. */
const PLACE: PlaceRequest = { onBehalfOf: null };

/** What every merger of PDFs does. */
export function pdfMergerContract(name: string, { create, read }: PdfMergerHarness): void {
  const merged = async (...sources: readonly Uint8Array[]) =>
    read(await bytesOf(create().merge(sources.map(sourceOf), PLACE)));

  describe(`${name} is a merger of PDFs`, () => {
    it("puts all pages in the order of their sources", async () => {
      const pages = await merged(pdfOf(["one", "two"]), pdfOf(["three"]), pdfOf(["four"]));
      expect(pages.map(({ text }) => text)).toEqual(["one", "two", "three", "four"]);
      expect(pages.map(({ width, height }) => [width, height])).toEqual(pages.map(() => [420, 595]));
    });

    it("puts each image on an A4 page, as large as fits", async () => {
      const pages = await merged(JPEG, pdfOf(["between"]), pngOf(16, 32), CMYK_JPEG);
      expect(pages.map(({ text }) => text)).toEqual(["", "between", "", ""]);
      for (const page of pages.filter(({ text }) => text === "")) {
        expect([page.width, page.height]).toEqual([expect.closeTo(595.28, 1), expect.closeTo(841.89, 1)]);
      }
      expect(pages.map(({ images }) => images.map(({ width, height }) => [width, height].map(Math.round)))).toEqual([
        [[595, 298]],
        [],
        [[421, 842]],
        [[595, 298]],
      ]);
    });

    it("turns a picture as its EXIF says", async () => {
      const [page] = await merged(turnedJpeg());
      const [image] = page?.images ?? [];
      expect([image?.width, image?.height].map((side) => Math.round(side ?? 0))).toEqual([421, 842]);
    });

    it("takes a hundred sources, and long ones", async () => {
      const texts = Array.from({ length: 100 }, (_, index) => `page ${index}`);
      expect((await merged(...texts.map((text) => pdfOf([text], { blanks: 2_000 })))).map(({ text }) => text)).toEqual(
        texts,
      );
    });

    it("knows what a source is by its content", async () => {
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

    it("passes on what a source's reading throws", async () => {
      const down: MergeSource = { open: () => Promise.reject(new Error("the store is down")) };
      await expect(create().inspect(down, PLACE)).rejects.toThrow("the store is down");
      await expect(bytesOf(create().merge([sourceOf(JPEG), down], PLACE))).rejects.toThrow("the store is down");
    });

    it("reads nothing before its bytes are asked for", async () => {
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

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of source) pieces.push(bytes);
  return Buffer.concat(pieces);
}
