import { pairsOf, treeOf } from "../objects/trees.ts";
import { dictionaryOf, elementsOf, type PdfCell, PdfString, type PdfValue, resolved } from "../objects/values.ts";
import type { MergedPart } from "./merged-part.ts";
import { uniqueNames } from "./unique-names.ts";

/** Merges attached files, including those associated with the whole document. */
export function mergedAttachments(): MergedPart & { readonly namesTree: () => PdfCell | null } {
  const names = uniqueNames();
  const fileNames = uniqueNames();
  const pairs: (readonly [string, PdfValue])[] = [];
  const associated: PdfValue[] = [];
  return {
    add({ catalog }) {
      const seen = new Set<PdfValue>();
      for (const [name, file] of pairsOf(dictionaryOf(catalog.get("Names"))?.get("EmbeddedFiles"), "Names")) {
        pairs.push([names.take(name), file]);
        if (!seen.has(resolved(file))) rename(file);
        seen.add(resolved(file));
      }
      for (const file of elementsOf(catalog.get("AF"))) associated.push(file);
      return null;
    },
    put(catalog) {
      if (associated.length > 0) catalog.set("AF", associated);
    },
    namesTree: () => (pairs.length === 0 ? null : treeOf(pairs, "Names")),
  };

  /** Gives an attachment a unique file name, so that saving all attachments keeps each of them. */
  function rename(file: PdfValue): void {
    const entries = dictionaryOf(file);
    const [plain, unicode] = [resolved(entries?.get("F")), resolved(entries?.get("UF"))];
    const name = unicode instanceof PdfString ? unicode : plain;
    if (!entries || !(name instanceof PdfString)) return;
    const unique = fileNames.take(name.bytes);
    if (unique === name.bytes) return;
    for (const key of ["F", "UF"]) if (entries.has(key)) entries.set(key, new PdfString(unique));
  }
}
