import { dictionary, dictionaryOf, integerOf, PdfCell, type PdfDictionary, PdfName } from "../objects/values.ts";
import type { MergedPart } from "./merged-part.ts";

/** Merges bookmarks ("outlines") in the order of the sources. */
export function mergedOutlines(): MergedPart {
  const items: PdfCell[] = [];
  return {
    add({ catalog }) {
      for (const item of itemsOf(dictionaryOf(catalog.get("Outlines")))) items.push(item);
      return null;
    },
    put(catalog) {
      const [first, last] = [items[0], items.at(-1)];
      if (!first || !last) return;
      const outlines = new PdfCell(dictionary({ Type: new PdfName("Outlines"), First: first, Last: last }));
      let count = 0;
      for (const [index, item] of items.entries()) {
        const entries = dictionaryOf(item) as PdfDictionary;
        entries.set("Parent", outlines);
        link(entries, "Prev", items[index - 1]);
        link(entries, "Next", items[index + 1]);
        count += 1 + Math.max(0, integerOf(entries.get("Count")) ?? 0);
      }
      dictionaryOf(outlines)?.set("Count", count);
      catalog.set("Outlines", outlines);
    },
  };
}

function link(entries: PdfDictionary, key: "Prev" | "Next", item: PdfCell | undefined): void {
  if (item) entries.set(key, item);
  else entries.delete(key);
}

/** Returns the first-level bookmarks, each once. */
function itemsOf(outlines: PdfDictionary | null): ReadonlySet<PdfCell> {
  const items = new Set<PdfCell>();
  let item = outlines?.get("First");
  while (item instanceof PdfCell && !items.has(item)) {
    const entries = dictionaryOf(item);
    if (!entries) break;
    items.add(item);
    item = entries.get("Next");
  }
  return items;
}
