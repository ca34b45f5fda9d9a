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

/** Merges the destinations of links and bookmarks: named ones get unique names, numbered ones the new page. */
export function mergedDestinations(): MergedPart & { readonly namesTree: () => PdfCell | null } {
  const names = uniqueNames();
  const pairs: (readonly [string, PdfValue])[] = [];
  return {
    add(source) {
      const { catalog, pages } = source;
      const [strings, words]: [NewNames, NewNames] = [new Map(), new Map()];
      const tree = pairsOf(dictionaryOf(catalog.get("Names"))?.get("Dests"), "Names");
      const old = dictionaryOf(catalog.get("Dests")) ?? new Map();
      for (const [name, destination] of tree) collect(strings, name, destination);
      for (const [name, destination] of old) collect(words, nameBytes(name), destination);
      return (entries) => rewrite(entries);

      function collect(found: NewNames, name: string, destination: PdfValue): void {
        if (found.has(name)) return;
        const unique = names.take(name);
        found.set(name, unique);
        replacePageNumber(destination, pages);
        pairs.push([unique, destination]);
      }

      function rewrite(entries: PdfDictionary): void {
        redirect(entries, "Dest");
        if (isNamed(entries.get("S"), "GoTo")) redirect(entries, "D");
      }

      /** An unknown name is reserved, so that it does not lead to a page of another source. */
      function redirect(entries: PdfDictionary, key: string): void {
        const destination = resolved(entries.get(key));
        if (destination instanceof PdfString) entries.set(key, newNameOf(destination.bytes, strings, words, names));
        else if (destination instanceof PdfName)
          entries.set(key, newNameOf(nameBytes(destination.text), words, strings, names));
        else replacePageNumber(destination, pages);
      }
    },
    put() {},
    namesTree: () => (pairs.length === 0 ? null : treeOf(pairs, "Names")),
  };
}

function newNameOf(name: string, first: NewNames, second: NewNames, names: UniqueNames): PdfString {
  const found = first.get(name) ?? second.get(name);
  if (found !== undefined) return new PdfString(found);
  const unique = names.take(name);
  first.set(name, unique);
  return new PdfString(unique);
}

/** Replaces a page number by the page: some programs write the number, which differs in the merge. */
function replacePageNumber(destination: PdfValue, pages: Source["pages"]): void {
  const found = resolved(destination);
  const array = found instanceof Map ? resolved(found.get("D")) : found;
  if (!Array.isArray(array) || typeof array[0] !== "number") return;
  array[0] = pages[array[0]] ?? null;
}
