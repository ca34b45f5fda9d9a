import { pairsOf, treeOf } from "../objects/trees.ts";
import {
  dictionary,
  dictionaryOf,
  integerOf,
  PdfCell,
  type PdfDictionary,
  PdfName,
  type PdfValue,
  resolved,
} from "../objects/values.ts";
import type { MergedPart, Rewrite, Source } from "./merged-part.ts";

/** Keys of pages, annotations and forms for their number in the parent tree. */
const NUMBERS = ["StructParent", "StructParents"];
/** Maps by name; the first source wins a conflict. */
const MAPS = ["RoleMap", "ClassMap"];

/**
 * Merges the logical structure: headings, paragraphs, tables. The merge is declared as tagged only if every source is,
 * because screen readers skip untagged content in a tagged file.
 */
export function mergedStructure(): MergedPart {
  const root = new PdfCell(null);
  const kids: PdfValue[] = [];
  const parents: (readonly [number, PdfValue])[] = [];
  const identifiers = new Map<string, PdfValue>();
  const maps = new Map<string, PdfDictionary>(MAPS.map((key) => [key, new Map()]));
  let next = 0;
  let isMarked = true;

  return {
    add({ catalog }: Source): Rewrite | null {
      isMarked &&= resolved(dictionaryOf(catalog.get("MarkInfo"))?.get("Marked")) === true;
      const tree = dictionaryOf(catalog.get("StructTreeRoot"));
      if (!tree) return null;
      for (const kid of kidsOf(tree.get("K"))) {
        dictionaryOf(kid)?.set("P", root);
        kids.push(kid);
      }
      const first = next;
      const own = pairsOf(tree.get("ParentTree"), "Nums").filter(([number]) => number >= 0);
      for (const [number, parent] of own) {
        parents.push([first + number, parent]);
        next = Math.max(next, first + number + 1);
      }
      for (const [name, element] of pairsOf(tree.get("IDTree"), "Names")) {
        if (!identifiers.has(name)) identifiers.set(name, element);
      }
      for (const [key, map] of maps) {
        for (const [name, value] of dictionaryOf(tree.get(key)) ?? []) if (!map.has(name)) map.set(name, value);
      }
      return (entries) => {
        for (const key of NUMBERS) {
          const number = integerOf(entries.get(key));
          if (number !== null) entries.set(key, first + number);
        }
      };
    },
    put(catalog) {
      if (kids.length === 0) return;
      const tree = dictionary({
        ...{ Type: new PdfName("StructTreeRoot"), K: kids, ParentTreeNextKey: next },
        ParentTree: treeOf(parents, "Nums"),
      });
      if (identifiers.size > 0) tree.set("IDTree", treeOf([...identifiers], "Names"));
      for (const [key, map] of maps) if (map.size > 0) tree.set(key, map);
      root.value = tree;
      catalog.set("StructTreeRoot", root);
      if (isMarked) catalog.set("MarkInfo", dictionary({ Marked: true }));
    },
  };
}

/** One element or an array of elements. */
function kidsOf(value: PdfValue | undefined): readonly PdfValue[] {
  const found = resolved(value);
  if (Array.isArray(found)) return found;
  return found === null ? [] : [value as PdfValue];
}
