import { getDocumentProxy } from "unpdf";

/** A PDF as its reader has it, and what its letters are drawn with. */
export interface Print {
  readonly pages: readonly string[];
  /** PostScript names of the fonts in the file, each once, without the mark of a subset. */
  readonly fonts: readonly string[];
}

/** Reads a PDF that Typst wrote by pdf.js, which did not make it. A sign for which there is no glyph is not in the text. */
export async function printOf(pdf: Uint8Array): Promise<Print> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0, useSystemFonts: false });
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  const names = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g);
  return { pages, fonts: [...new Set(Array.from(names, ([, name = ""]) => name.replace(/-Identity-H$/, "")))].sort() };
}
