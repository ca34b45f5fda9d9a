import { getResolvedPDFJS } from "unpdf";

/** A piece of text on a page, with its place in millimetres from the page's top left corner. */
export interface Word {
  readonly text: string;
  readonly page: number;
  /** Left and right edge. */
  readonly left: number;
  readonly right: number;
  /** Baseline. */
  readonly y: number;
}

const MM_PER_POINT = 25.4 / 72;

/** The pieces of text of a PDF with their places, for what a letter must show at a place. */
export async function wordsOf(bytes: Uint8Array): Promise<readonly Word[]> {
  const { getDocument } = await getResolvedPDFJS();
  const pdf = await getDocument({ data: bytes.slice() }).promise;
  const words: Word[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const sheet = await pdf.getPage(page);
    const height = sheet.view[3] ?? 0;
    for (const item of (await sheet.getTextContent()).items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const [left, bottom] = [item.transform[4], item.transform[5]];
      words.push({
        ...{ text: item.str, page, left: left * MM_PER_POINT, right: (left + item.width) * MM_PER_POINT },
        y: (height - bottom) * MM_PER_POINT,
      });
    }
  }
  await pdf.cleanup();
  return words;
}
