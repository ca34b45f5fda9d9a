import { readFile } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { createTextRecognizer } from "../src/index.ts";
import { contentOf, pdfOfPicture, png } from "./scans.ts";

const recognizer = createTextRecognizer();
afterAll(() => recognizer.close());

const LIMITS = { cpuMilliseconds: 60_000 };
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));
const textOf = (bytes: Uint8Array, page: number | null = null) => recognizer.recognize(contentOf(bytes), page, LIMITS);

/** Expects the text of the pictures in `fixtures`, in two languages. */
function expectRead(text: string): void {
  for (const words of ["Quittance de loyer", "Reçu de Mme Lefèvre 845,30 euros", "Thank you for your payment"])
    expect(text).toContain(words);
}

it("reads a photograph that its EXIF says to turn", async () => {
  expectRead(await textOf(await fixture("turned.jpg")));
});

it("reads every picture of a TIFF: the first is blank, the second is a fax", async () => {
  expectRead(await textOf(await fixture("second-frame.tif")));
});

it("reads a TIFF in deflate, which Leptonica cannot", async () => {
  expectRead(await textOf(await fixture("deflate.tif")));
});

it("reads a page of a PDF that is a fax, and finds nothing on a blank one", async () => {
  const fax = await fixture("page.pdf");
  expectRead(await textOf(fax, 0));
  const blank = { width: 99, height: 99, filter: "DCTDecode", rotation: 0 };
  expect((await textOf(pdfOfPicture(fax, blank), 0)).trim()).toBe("");
});

const dot = { width: 1, height: 1, pixels: Uint8Array.of(0) };

/** A valid picture of 100,010,000 black and white pixels, in 20 kB. */
const tooLarge = () =>
  png(
    { width: 1_251, height: 10_000, pixels: new Uint8Array(12_510_000) },
    { width: 10_001, height: 10_000, bitDepth: 1 },
  );

it("rejects other, truncated and huge files, and reads the next one", async () => {
  const photograph = await fixture("turned.jpg");
  const hostile = [
    Buffer.alloc(0),
    Buffer.from("BM is what a bitmap begins with"),
    Buffer.from("II*\0\xff\xff\xff\xff", "latin1"),
    photograph.subarray(0, 400),
    png(dot, { width: 2_000_000_000, height: 2_000_000_000, bitDepth: 8 }),
    png(dot, { width: 9_000, height: 9_000, bitDepth: 8 }),
    tooLarge(),
  ];
  for (const each of hostile) await expect(textOf(each)).rejects.toThrow("not a readable picture or page");
  await expect(textOf(Buffer.from("%PDF-1.7"), 0)).rejects.toThrow("not a readable picture or page");
  await expect(textOf(await fixture("page.pdf"), 7)).rejects.toThrow("not a readable picture or page");
  expectRead(await textOf(photograph));
});
