import {
  dictionaryOf,
  elementsOf,
  integerOf,
  PdfCell,
  type PdfDictionary,
  PdfName,
  type PdfValue,
} from "../objects/values.ts";

/** What a page takes from the nodes above it (ISO 32000-1, 7.7.3.4). */
const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];

interface Visit {
  readonly node: PdfValue;
  readonly inherited: PdfDictionary;
}

/**
 * The pages of a file in their order, each with all of its attributes; `null` where there are fewer than the tree counts.
 * What has kids is a node of the tree, whatever type it says. A page that stands at several places becomes several pages.
 */
export function pagesOf(catalog: PdfDictionary): readonly PdfCell[] | null {
  const root = dictionaryOf(catalog.get("Pages"));
  const pages = new Set<PdfCell>();
  const seen = new Set<PdfDictionary>();
  const waiting: Visit[] = [{ node: root, inherited: new Map() }];
  while (waiting.length > 0) {
    const { node, inherited } = waiting.pop() as Visit;
    const entries = dictionaryOf(node);
    if (!entries) continue;
    const attributes = new Map([...inherited, ...[...entries].filter(([key]) => INHERITED.includes(key))]);
    if (entries !== root && !entries.has("Kids")) {
      pages.add(pageIn(node, entries, attributes, pages));
    } else if (!seen.has(entries)) {
      seen.add(entries);
      const kids = elementsOf(entries.get("Kids"));
      for (const kid of kids.toReversed()) waiting.push({ node: kid, inherited: attributes });
    }
  }
  const counted = integerOf(root?.get("Count")) ?? 0;
  return pages.size === 0 || pages.size < counted ? null : [...pages];
}

function pageIn(
  node: PdfValue,
  entries: PdfDictionary,
  attributes: PdfDictionary,
  pages: ReadonlySet<PdfCell>,
): PdfCell {
  if (node instanceof PdfCell && !pages.has(node) && node.value === entries)
    return completed(node, entries, attributes);
  const again = new Map(entries);
  again.delete("StructParents");
  return completed(new PdfCell(again), again, attributes);
}

function completed(page: PdfCell, entries: PdfDictionary, attributes: PdfDictionary): PdfCell {
  entries.set("Type", new PdfName("Page"));
  for (const [key, value] of attributes) entries.set(key, value);
  if (elementsOf(entries.get("MediaBox")).length !== 4) entries.set("MediaBox", [0, 0, 612, 792]);
  return page;
}
