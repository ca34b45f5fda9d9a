import { getResolvedPDFJS } from "unpdf";
import { formText } from "./form-text.ts";
import { createGlyphReader } from "./glyphs.ts";
import type { PdfDocument } from "./pdf-js.ts";
import { shownText } from "./shown-text.ts";

/** The text of a page. */
interface PageText {
  readonly text: string;
  readonly hasOwnText: boolean;
}

/** Reads pages by their index from 0: the visible text, then field values and notes. */
export async function createPageReader(document: PdfDocument): Promise<(page: number) => Promise<PageText>> {
  const { OPS, normalizeUnicode } = await getResolvedPDFJS();
  const layers = await document.getOptionalContentConfig();
  const glyphsOf = createGlyphReader(OPS, layers);
  return async (number) => {
    const page = await document.getPage(number + 1);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const own = items.length === 0 ? "" : shownText(items, await glyphsOf(page));
    const filledIn = formText(await page.getAnnotations({ intent: "display" }), layers);
    page.cleanup();
    const texts = [own, filledIn].filter((text) => text.trim() !== "");
    return { text: normalizeUnicode(texts.map((text) => `${text}\n`).join("")), hasOwnText: own.trim() !== "" };
  };
}
