import {
  dictionary,
  dictionaryOf,
  elementsOf,
  PdfCell,
  type PdfDictionary,
  PdfString,
  type PdfValue,
} from "./values.ts";

/** The key of the pairs in a name tree or number tree (ISO 32000-1, 7.9.6 and 7.9.7). */
export type TreeKind = "Names" | "Nums";

type Key<Kind extends TreeKind> = Kind extends "Names" ? string : number;

/** Maximum number of pairs in a leaf. */
const PAIRS_MAX = 64;

/** Returns all pairs of a tree in order. A node that occurs several times counts once. */
export function pairsOf<Kind extends TreeKind>(
  tree: PdfValue | undefined,
  kind: Kind,
): (readonly [key: Key<Kind>, value: PdfValue])[] {
  const pairs: (readonly [Key<Kind>, PdfValue])[] = [];
  const seen = new Set<PdfDictionary>();
  const waiting: PdfValue[] = [tree ?? null];
  while (waiting.length > 0) {
    const node = dictionaryOf(waiting.pop());
    if (!node || seen.has(node)) continue;
    seen.add(node);
    const flat = elementsOf(node.get(kind));
    for (let at = 0; at + 1 < flat.length; at += 2) {
      const key = keyOf(flat[at]);
      if (typeof key === (kind === "Names" ? "string" : "number")) {
        pairs.push([key as Key<Kind>, flat[at + 1] ?? null]);
      }
    }
    for (const kid of elementsOf(node.get("Kids")).toReversed()) waiting.push(kid);
  }
  return pairs;
}

function keyOf(value: PdfValue | undefined): string | number | null {
  const found = value instanceof PdfCell ? value.value : (value ?? null);
  if (found instanceof PdfString) return found.bytes;
  return typeof found === "number" ? found : null;
}

/** Builds a tree of pairs with unique keys. */
export function treeOf<Kind extends TreeKind>(
  pairs: readonly (readonly [key: Key<Kind>, value: PdfValue])[],
  kind: Kind,
): PdfCell {
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const keyed = (key: string | number) => (typeof key === "string" ? new PdfString(key) : key);
  let level = inGroups(sorted).map((group) => ({
    first: keyed(group[0]?.[0] ?? 0),
    last: keyed(group.at(-1)?.[0] ?? 0),
    content: { [kind]: group.flatMap(([key, value]) => [keyed(key), value]) } as Record<string, PdfValue>,
  }));
  while (level.length > 1) {
    level = inGroups(level).map((group) => ({
      first: group[0]?.first ?? 0,
      last: group.at(-1)?.last ?? 0,
      content: {
        Kids: group.map(({ first, last, content }) => new PdfCell(dictionary({ ...content, Limits: [first, last] }))),
      },
    }));
  }
  return new PdfCell(dictionary(level[0]?.content ?? { [kind]: [] }));
}

function inGroups<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / PAIRS_MAX) }, (_, index) =>
    items.slice(index * PAIRS_MAX, (index + 1) * PAIRS_MAX),
  );
}
