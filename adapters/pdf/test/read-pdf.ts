import type { ReadPage } from "@cartulary/ports/uploads";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

type Matrix = readonly [number, number, number, number, number, number];

const WHOLE: Matrix = [1, 0, 0, 1, 0, 0];

/** The pages of a PDF as pdf.js reads them, which did not make it. */
export async function readPdf(pdf: Uint8Array): Promise<readonly ReadPage[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? item.str : "")).join("");
      return { width, height, text, images: await imagesOf(await page.getOperatorList()) };
    }),
  );
}

/** What a unit square covers wherever an image is painted. */
async function imagesOf({ fnArray, argsArray }: { readonly fnArray: number[]; readonly argsArray: unknown[] }) {
  const { OPS } = await getResolvedPDFJS();
  const images: { width: number; height: number }[] = [];
  const saved: Matrix[] = [];
  let matrix = WHOLE;
  for (const [index, operator] of fnArray.entries()) {
    const words = argsArray[index] as readonly unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operator === OPS.transform) matrix = product(matrix, words as unknown as Matrix);
    if (operator === OPS.paintFormXObjectBegin && words?.[0]) matrix = product(matrix, words[0] as Matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? WHOLE;
    if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject) {
      const [a, b, c, d] = matrix;
      images.push({ width: Math.abs(a) + Math.abs(c), height: Math.abs(b) + Math.abs(d) });
    }
  }
  return images;
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
