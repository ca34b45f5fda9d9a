import {
  dictionaryOf,
  elementsOf,
  integerOf,
  PdfCell,
  type PdfDictionary,
  PdfName,
  type PdfValue,
} from "../objects/values.ts";

/** Attributes that a page inherits (ISO 32000-1, 7.7.3.4). */
const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];

interface Visit {
  readonly node: PdfValue;
  readonly inherited: PdfDictionary;
}

/**
 * Returns the pages of a file in order, each with its inherited attributes; `null` if there are fewer than the tree
 * declares. A node with kids is an inner node, regardless of its type. A page that occurs several times is copied.
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
  if (node instanceof PdfCell && !pages.has(node) && node.value === entries) return complete(node, entries, attributes);
  const copy = new Map(entries);
  copy.delete("StructParents");
  return complete(new PdfCell(copy), copy, attributes);
}

function complete(page: PdfCell, entries: PdfDictionary, attributes: PdfDictionary): PdfCell {
  entries.set("Type", new PdfName("Page"));
  for (const [key, value] of attributes) entries.set(key, value);
  if (elementsOf(entries.get("MediaBox")).length !== 4) entries.set("MediaBox", [0, 0, 612, 792]);
  return page;
}
