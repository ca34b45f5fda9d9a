import type { PdfMerger } from "@cartulary/uploads";
import { OWNER_PASSWORD_PDFS } from "../harness/encrypted-pdf-samples.ts";
import {
  attachedPdf,
  formPdf,
  layeredPdf,
  linkedPdf,
  outlinedPdf,
  pdfOf,
  taggedPdf,
  untypedTreePdf,
} from "../harness/pdf-samples.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { bytesOf, PLACE, sourceOf } from "./merge-sources.ts";
import type { ReadPdf } from "./pdf-merger-harness.ts";

interface ContentsHarness {
  create(): PdfMerger;
  read(pdf: Uint8Array): Promise<ReadPdf>;
}

/** A merge shows what its sources show. */
export function pdfMergerContentsContract(name: string, { create, read }: ContentsHarness): void {
  const merged = async (...sources: readonly Uint8Array[]) =>
    read(await bytesOf(create().merge(sources.map(sourceOf), PLACE)));
  const textsOf = ({ pages }: ReadPdf) => pages.map(({ text }) => text);

  describe(`${name} merges PDFs with all that they show`, () => {
    it("layers are on or off as each file has them", async () => {
      const { layers } = await merged(
        layeredPdf("shown", "hidden"),
        pdfOf(["between"]),
        layeredPdf("on", "off", { base: true }),
      );
      expect(layers).toEqual([
        { name: "shown", isVisible: true },
        { name: "hidden", isVisible: false },
        { name: "on", isVisible: true },
        { name: "off", isVisible: false },
      ]);
    });

    it("keeps the values of forms, under names of their own", async () => {
      const { fields, pages, needsAppearances } = await merged(
        formPdf("nom", "Dupont"),
        formPdf("nom", "Durand"),
        formPdf("ville", "Brest"),
      );
      expect(fields).toEqual({ nom: "Dupont", nom_2: "Durand", ville: "Brest" });
      expect(pages.map(({ drawnFields }) => drawnFields)).toEqual([["Dupont"], ["Durand"], ["Brest"]]);
      expect(needsAppearances).toBe(false);
    });

    it("sets NeedAppearances for forms that no file has drawn", async () => {
      const { fields, needsAppearances, defaultFonts } = await merged(
        formPdf("nom", "Dupont"),
        formPdf("nom", "Durand", { drawn: false }),
      );
      expect([fields, needsAppearances]).toEqual([{ nom: "Dupont", nom_2: "Durand" }, true]);
      expect(defaultFonts).toEqual(["F1", "F1_2"]);
    });

    it("bookmarks lead to their pages, one file's after another's", async () => {
      const { bookmarks } = await merged(outlinedPdf("A"), pdfOf(["between"]), outlinedPdf("B"));
      expect(bookmarks).toEqual([
        { title: "A (second)", page: 1 },
        { title: "A third", page: 2 },
        { title: "A first", page: 0 },
        { title: "B (second)", page: 5 },
        { title: "B third", page: 6 },
        { title: "B first", page: 4 },
      ]);
    });

    it("links lead to pages of the merge, or nowhere where they did", async () => {
      const { pages, pageObjects } = await merged(linkedPdf("A"), linkedPdf("B"));
      expect(pages.map(({ links }) => links)).toEqual([[2, 1, null, null], [], [], [5, 4, null, null], [], []]);
      expect(pageObjects).toBe(6);
    });

    it("keeps attachments; removes actions on opening", async () => {
      const read = await merged(attachedPdf("note.txt", "one"), attachedPdf("note.txt", "two"), pdfOf(["last"]));
      expect(read.attachments).toEqual([
        { fileName: "note.txt", text: "one" },
        { fileName: "note_2.txt", text: "two" },
      ]);
      expect(read.associatedFiles).toBe(2);
      expect(read.actions).toEqual([]);
    });

    it("pages are called as they were", async () => {
      const { labels } = await merged(pdfOf(["one", "two"]), attachedPdf("note.txt", "one"), pdfOf(["four"]));
      expect(labels).toEqual(["1", "2", "i", "4"]);
      expect((await merged(pdfOf(["one"]), pdfOf(["two"]))).labels).toBeNull();
    });

    it("headings are headings, each of its own page", async () => {
      const { pages, isTagged } = await merged(taggedPdf("A"), taggedPdf("B"));
      expect(pages.map(({ headings }) => headings)).toEqual([["A"], ["B"]]);
      expect(isTagged).toBe(true);
      expect((await merged(taggedPdf("A"), pdfOf(["plain"]))).isTagged).toBe(false);
    });

    it("reads a page tree whose nodes have no type, with their inherited attributes", async () => {
      const read = await merged(untypedTreePdf());
      expect(textsOf(read)).toEqual(["one", "two"]);
      expect(read.pages.map(({ width, height }) => [width, height])).toEqual([
        [595, 420],
        [420, 595],
      ]);
    });

    it.each(OWNER_PASSWORD_PDFS)("opens a file that opens without a password: %s", async (_, base64) => {
      const read = await merged(Buffer.from(base64, "base64"), pdfOf(["last"]));
      expect(textsOf(read)).toEqual(["open one", "open two", "open three", "last"]);
      expect(read.bookmarks[0]).toEqual({ title: "open (second)", page: 1 });
    });

    it("shares the common resources of a file's pages", async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `page ${index}`);
      const source = pdfOf(texts, { shared: 100_000 });
      const bytes = await bytesOf(create().merge([sourceOf(source)], PLACE));
      expect(bytes.byteLength).toBeLessThan(source.byteLength);
    });
  });
}
