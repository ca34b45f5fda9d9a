import {
  dictionary,
  dictionaryOf,
  elementsOf,
  isNamed,
  type PdfDictionary,
  PdfName,
  type PdfValue,
} from "../objects/values.ts";
import type { MergedPart } from "./merged-part.ts";

/** Lists of the default configuration that are concatenated (ISO 32000-1, table 101). */
const LISTS = ["Order", "AS", "RBGroups", "Locked"];

/** Merges layers ("optional content") with their initial visibility. */
export function mergedLayers(): MergedPart {
  const groups: PdfValue[] = [];
  const off: PdfValue[] = [];
  const lists = new Map<string, PdfValue[]>(LISTS.map((key) => [key, []]));
  return {
    add({ catalog }) {
      const properties = dictionaryOf(catalog.get("OCProperties"));
      if (!properties) return null;
      const own = elementsOf(properties.get("OCGs"));
      const initial = dictionaryOf(properties.get("D")) ?? new Map();
      for (const group of own) groups.push(group);
      for (const group of offIn(initial, own)) off.push(group);
      for (const [key, list] of lists) for (const element of elementsOf(initial.get(key))) list.push(element);
      return null;
    },
    put(catalog) {
      if (groups.length === 0) return;
      const initial = dictionary({ BaseState: new PdfName("ON"), OFF: off });
      for (const [key, list] of lists) if (list.length > 0) initial.set(key, list);
      catalog.set("OCProperties", dictionary({ OCGs: groups, D: initial }));
    },
  };
}

/** Returns the layers that are initially off; the merge begins with every layer on. */
function offIn(initial: PdfDictionary, groups: readonly PdfValue[]): ReadonlySet<PdfValue> {
  const off = new Set(elementsOf(initial.get("OFF")));
  if (!isNamed(initial.get("BaseState"), "OFF")) return off;
  const on = new Set(elementsOf(initial.get("ON")));
  for (const group of groups) if (!on.has(group)) off.add(group);
  return off;
}
