import type { ReadPdf } from "../objects/read.ts";
import {
  dictionary,
  dictionaryOf,
  eachDictionary,
  isNamed,
  PdfCell,
  PdfName,
  type PdfValue,
} from "../objects/values.ts";
import { type Write, writePdf } from "../objects/write.ts";
import { mergedAttachments } from "./attachments.ts";
import { mergedDestinations } from "./destinations.ts";
import { mergedForms } from "./forms.ts";
import { mergedLayers } from "./layers.ts";
import type { MergedPart } from "./merged-part.ts";
import { mergedOutlines } from "./outlines.ts";
import { mergedPageLabels } from "./page-labels.ts";
import { pagesOf } from "./pages.ts";
import { mergedStructure } from "./structure.ts";

/** A PDF merged from several. */
export interface MergedPdf {
  /** Adds all visible pages of a file and returns their number; `null` if pages are missing. */
  add(file: ReadPdf): number | null;
  /** Writes the merge, after which nothing can be added. */
  write(write: Write): Promise<void>;
}

/**
 * Starts a merge. It takes the pages of a source with everything they refer to, and the features of its catalog. Open
 * actions, scripts and metadata are dropped.
 */
export function startMergedPdf(): MergedPdf {
  const [destinations, attachments] = [mergedDestinations(), mergedAttachments()];
  const parts: readonly MergedPart[] = [
    ...[destinations, attachments, mergedLayers(), mergedForms(), mergedOutlines()],
    ...[mergedPageLabels(), mergedStructure()],
  ];
  const tree = new PdfCell(null);
  const pages: PdfCell[] = [];
  let version = "1.7";

  return {
    add(file) {
      const { catalog } = file;
      const own = pagesOf(catalog);
      if (!own) return null;
      const source = { catalog, pages: own, firstPage: pages.length };
      const rewrites = parts.map((part) => part.add(source)).filter((rewrite) => rewrite !== null);
      eachDictionary(file.cells, (entries) => {
        for (const rewrite of rewrites) rewrite(entries);
      });
      for (const page of own) {
        dictionaryOf(page)?.set("Parent", tree);
        pages.push(page);
      }
      if (file.version > version) version = file.version;
      return own.length;
    },
    write(write) {
      tree.value = dictionary({ Type: new PdfName("Pages"), Count: pages.length, Kids: pages });
      const names = { Dests: destinations.namesTree(), EmbeddedFiles: attachments.namesTree() };
      const catalog = dictionary({ Type: new PdfName("Catalog"), Pages: tree });
      if (names.Dests || names.EmbeddedFiles) catalog.set("Names", dictionary(withoutNulls(names)));
      for (const part of parts) part.put(catalog);
      const includedPages = new Set([tree, ...pages]);
      return writePdf(new PdfCell(catalog), {
        version,
        isLeftOut: (cell) => isPageNode(cell) && !includedPages.has(cell),
        write,
      });
    },
  };
}

/** Pages that a link leads to but the file does not show are dropped. */
function isPageNode({ value }: PdfCell): boolean {
  return value instanceof Map && (isNamed(value.get("Type"), "Page") || isNamed(value.get("Type"), "Pages"));
}

function withoutNulls(entries: Readonly<Record<string, PdfValue>>): Record<string, PdfValue> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
}
