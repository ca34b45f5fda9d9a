import { pairsOf, treeOf } from "../objects/trees.ts";
import {
  dictionaryOf,
  isNamed,
  type PdfCell,
  type PdfDictionary,
  PdfName,
  PdfString,
  type PdfValue,
  resolved,
} from "../objects/values.ts";
import type { MergedPart, Source } from "./merged-part.ts";
import { nameBytes } from "./name-bytes.ts";
import { type UniqueNames, uniqueNames } from "./unique-names.ts";

type NewNames = Map<string, string>;

/** Places that links and bookmarks lead to by a name, each under a name of its own in the merge, or by their page. */
export function mergedDestinations(): MergedPart & { readonly namesTree: () => PdfCell | null } {
  const names = uniqueNames();
  const pairs: (readonly [string, PdfValue])[] = [];
  return {
    add(source) {
      const { catalog, pages } = source;
      const [strings, words]: [NewNames, NewNames] = [new Map(), new Map()];
      const tree = pairsOf(dictionaryOf(catalog.get("Names"))?.get("Dests"), "Names");
      const old = dictionaryOf(catalog.get("Dests")) ?? new Map();
      for (const [name, place] of tree) collect(strings, name, place);
      for (const [name, place] of old) collect(words, nameBytes(name), place);
      return (entries) => rewrite(entries);

      function collect(found: NewNames, name: string, place: PdfValue): void {
        if (found.has(name)) return;
        const unique = names.take(name);
        found.set(name, unique);
        leadToPages(place, pages);
        pairs.push([unique, place]);
      }

      function rewrite(entries: PdfDictionary): void {
        lead(entries, "Dest");
        if (isNamed(entries.get("S"), "GoTo")) lead(entries, "D");
      }

      /** A name that leads nowhere is taken: it must not lead to another source's page. */
      function lead(entries: PdfDictionary, key: string): void {
        const place = resolved(entries.get(key));
        if (place instanceof PdfString) entries.set(key, renamed(place.bytes, strings, words, names));
        else if (place instanceof PdfName) entries.set(key, renamed(nameBytes(place.text), words, strings, names));
        else leadToPages(place, pages);
      }
    },
    put() {},
    namesTree: () => (pairs.length === 0 ? null : treeOf(pairs, "Names")),
  };
}

function renamed(name: string, first: NewNames, second: NewNames, names: UniqueNames): PdfString {
  const found = first.get(name) ?? second.get(name);
  if (found !== undefined) return new PdfString(found);
  const unique = names.take(name);
  first.set(name, unique);
  return new PdfString(unique);
}

/** Some programs write the number of a page instead of the page: it has another one in the merge. */
function leadToPages(place: PdfValue, pages: Source["pages"]): void {
  const found = resolved(place);
  const array = found instanceof Map ? resolved(found.get("D")) : found;
  if (!Array.isArray(array) || typeof array[0] !== "number") return;
  array[0] = pages[array[0]] ?? null;
}
