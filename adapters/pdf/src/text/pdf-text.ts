import { createChildPool, siblingModule } from "@cartulary/containment";
import type { PdfText } from "@cartulary/documents";
import { type Bounds, CHILDREN_DEFAULT, poolOptions } from "../resource-limits.ts";
import { pagesRead, textOf } from "./pages-read.ts";

export type PdfTextOptions = Partial<Bounds>;

/** A PDF of 0.4 MB can occupy a reader for 8 s and take 1.2 GB. */
export const TEXT_BOUNDS: Bounds = { cpuMilliseconds: 3_000, memoryBytes: 536_870_912, children: CHILDREN_DEFAULT };

/**
 * Reads text in contained children with pdf.js. Files over 64 MiB have no text. Starts no child before the first file;
 * `close` ends all children.
 *
 * @example
 * ```ts
 * import { createPdfText } from "@cartulary/pdf";
 *
 * export async function textOf(file: AsyncIterable<Uint8Array>): Promise<string | null> {
 *   await using closing = new AsyncDisposableStack();
 *   const pdfText = createPdfText();
 *   closing.defer(() => pdfText.close());
 *   return await pdfText.read(file, { onBehalfOf: null, bytesMax: 1_000_000, cpuMilliseconds: 10_000 });
 * }
 * ```
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
