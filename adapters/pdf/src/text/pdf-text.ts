import { createChildPool, siblingModule } from "@cartulary/containment";
import type { PdfText } from "@cartulary/documents";
import { type Bounds, CHILDREN_DEFAULT, poolOptions } from "../bounds.ts";
import { pagesRead, textOf } from "./pages-read.ts";

export type PdfTextOptions = Partial<Bounds>;

/** A PDF of 0.4 MB can keep a reader busy for 8 s and take 1.2 GB. */
export const TEXT_BOUNDS: Bounds = { cpuMilliseconds: 3_000, memoryBytes: 536_870_912, children: CHILDREN_DEFAULT };

/**
 * Reads in contained children, by pdf.js. Nothing runs until it is asked for; `close` ends what runs. A file over 64 MiB
 * counts as one without text.
 */
export function createPdfText(options: PdfTextOptions = {}): PdfText & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "text.child");
  const pool = createChildPool(poolOptions(entry, { ...TEXT_BOUNDS, ...options }));
  return {
    async read(bytes, { bytesMax, ...place }) {
      const input = { byteSize: null, fromPage: 0, bytesMax, isUnhurried: false };
      const text = textOf((await pagesRead(pool, input, { source: () => bytes, ...place })).pages);
      return text.trim() === "" ? null : text;
    },
    close: () => pool.close(),
  };
}
