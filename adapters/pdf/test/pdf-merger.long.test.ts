import { createHash } from "node:crypto";
import {
  attachedPdf,
  bytesOf,
  formPdf,
  greyPngOf,
  layeredPdf,
  linkedPdf,
  OWNER_PASSWORD_PDFS,
  outlinedPdf,
  PLACE,
  pdfOf,
  picturePdf,
  type ReadPdf,
  sourceOf,
  taggedPdf,
  turnedJpeg,
  untypedTreePdf,
} from "@cartulary/ports/uploads";
import { createEngine } from "@cartulary/typst/engine";
import { extractImages, getDocumentProxy } from "unpdf";
import { afterAll, expect, it } from "vitest";
import { createPdfMerger } from "../src/index.ts";
import { readPdf } from "./read-pdf.ts";

const merger = createPdfMerger();
afterAll(() => merger.close());

const engine = createEngine({ fontPaths: [] });

/** A typical PDF: object streams, font subsets, tags, a table of contents with links. */
function typesetPdf(title: string): Uint8Array {
  const picture = { path: "/picture.png", content: greyPngOf(40, 30) };
  const source = `#set page(paper: "a5", numbering: "i")
#outline()
= ${title}
#lorem(300)
#image("/picture.png", width: 3cm)
== ${title}, suite
#link("https://example.org")[#lorem(200)]`;
  const files = [{ path: "/main.typ", content: source }, picture];
  const result = engine.typeset({ main: "/main.typ", files, createdAtSeconds: 0, archival: false });
  if (result.outcome !== "typeset") throw new Error("A sample cannot be typeset");
  return result.pdf;
}

/** Creators of files of each kind. */
const KINDS: readonly ((index: number) => Uint8Array)[] = [
  (index) => pdfOf([`plain ${index}`, "second"], { shared: 20_000 }),
  (index) => formPdf("nom", `Dupont ${index}`),
  (index) => layeredPdf(`shown ${index}`, `hidden ${index}`),
  (index) => layeredPdf(`on ${index}`, `off ${index}`, { base: true }),
  (index) => outlinedPdf(`bookmarks ${index}`),
  (index) => linkedPdf(`links ${index}`),
  (index) => attachedPdf("annexe.txt", `attached ${index}`),
  (index) => taggedPdf(`tagged ${index}`),
  () => untypedTreePdf(),
  (index) => Buffer.from(OWNER_PASSWORD_PDFS[index % OWNER_PASSWORD_PDFS.length]?.[1] ?? "", "base64"),
  (index) => picturePdf(`picture ${index}`, { grey: index, turn: 90 * (index % 4) }),
  (index) => typesetPdf(`Typeset ${index}`),
];

const pdfs = Array.from({ length: 100 }, (_, index) => KINDS[index % KINDS.length]?.(index) ?? new Uint8Array());

/** The pixels of all pictures of each page. */
async function picturesOf(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const images = await extractImages(document, number);
    pages.push(images.map(({ data }) => createHash("sha256").update(data).digest("hex")));
  }
  return pages;
}

it("a hundred files of every kind are one, with the words and pictures of every page", async () => {
  const merged = await bytesOf(merger.merge(pdfs.map(sourceOf), PLACE));
  const sources: ReadPdf[] = [];
  for (const pdf of pdfs) sources.push(await readPdf(pdf));
  const whole = await readPdf(merged);

  const firstPages = sources.map((_, index) =>
    sources.slice(0, index).reduce((sum, { pages }) => sum + pages.length, 0),
  );
  const moved = (page: number | null, index: number) => (page === null ? null : page + (firstPages[index] ?? 0));
  expect(whole.pages).toEqual(
    sources.flatMap(({ pages }, index) =>
      pages.map((page) => ({ ...page, links: page.links.map((target) => moved(target, index)) })),
    ),
  );
  expect(await picturesOf(merged)).toEqual((await Promise.all(pdfs.map(picturesOf))).flat());
  expect(whole.layers).toEqual(sources.flatMap(({ layers }) => layers));
  expect(whole.bookmarks).toEqual(
    sources.flatMap(({ bookmarks }, index) =>
      bookmarks.map(({ title, page }) => ({ title, page: moved(page, index) })),
    ),
  );
  expect(Object.values(whole.fields)).toEqual(sources.flatMap(({ fields }) => Object.values(fields)));
  expect(whole.attachments.map(({ text }) => text)).toEqual(
    sources.flatMap(({ attachments }) => attachments.map(({ text }) => text)),
  );
  expect(whole.pageObjects).toBe(whole.pages.length);
});

it("pictures get their own pages, and truncated files are rejected", async () => {
  const sources = [...pdfs.slice(0, 20), turnedJpeg(), greyPngOf(2_000, 10)];
  const { pages } = await readPdf(await bytesOf(merger.merge(sources.map(sourceOf), PLACE)));
  expect(pages.slice(-2).map(({ images }) => images.length)).toEqual([1, 1]);
  for (const pdf of pdfs) {
    const table = Math.max(Buffer.from(pdf).lastIndexOf("\nxref"), Buffer.from(pdf).lastIndexOf("/XRef"));
    for (const end of [table, Math.floor(table / 2)]) {
      const cut = sourceOf(pdf.subarray(0, end));
      await expect(merger.inspect(cut, PLACE)).rejects.toMatchObject({ name: "MergeError", reason: "corrupt" });
    }
  }
});
