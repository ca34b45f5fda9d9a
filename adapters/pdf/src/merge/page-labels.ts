import { pairsOf, treeOf } from "../objects/trees.ts";
import { dictionary, type PdfDictionary, PdfName, type PdfValue } from "../objects/values.ts";
import type { MergedPart } from "./merged-part.ts";

/** Merges page labels. Pages of sources without labels get their page number in the merge. */
export function mergedPageLabels(): MergedPart {
  const labels: [number, PdfValue][] = [];
  let isLabelled = false;
  return {
    add({ catalog, pages, firstPage }) {
      const own = new Map(
        pairsOf(catalog.get("PageLabels"), "Nums").filter(([page]) => page >= 0 && page < pages.length),
      );
      isLabelled ||= own.size > 0;
      if (!own.has(0)) labels.push([firstPage, numbersFrom(own.size > 0 ? 1 : firstPage + 1)]);
      for (const [page, label] of own) labels.push([firstPage + page, label]);
      return null;
    },
    put(catalog) {
      if (isLabelled) catalog.set("PageLabels", treeOf(labels, "Nums"));
    },
  };
}

const numbersFrom = (start: number): PdfDictionary => dictionary({ S: new PdfName("D"), St: start });
