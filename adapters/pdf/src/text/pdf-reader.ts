import { createChildPool, siblingModule } from "@cartulary/containment";
import type { TextReader } from "@cartulary/search";
import { type Bounds, poolOptions } from "../resource-limits.ts";
import { type PagesRead, pagesRead, textOf } from "./pages-read.ts";
import { TEXT_BOUNDS } from "./pdf-text.ts";

export type PdfReaderOptions = Partial<Bounds>;

/** Background work has its own child, so that it never delays other work. */
const BACKGROUND_CHILDREN = 1;

/**
 * Reads whole PDF files page by page in contained children with pdf.js: visible text, field values and notes. Files
 * over 256 MiB fail. Starts no child before the first file; `close` ends all children.
 */
export function createPdfReader(options: PdfReaderOptions = {}): TextReader & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "text.child");
  const bounds = { ...TEXT_BOUNDS, ...options };
  const foregroundPool = createChildPool(poolOptions(entry, bounds));
  const backgroundPool = createChildPool(poolOptions(entry, { ...bounds, children: BACKGROUND_CHILDREN }));
  return {
    async read({ bytes, byteSize }, { bytesMax, cpuMilliseconds, fromPage, isUnhurried = false }) {
      const input = { byteSize, fromPage, bytesMax, isUnhurried };
      const place = { cpuMilliseconds, onBehalfOf: null, inBackground: true };
      return readingOf(
        await pagesRead(isUnhurried ? backgroundPool : foregroundPool, input, { source: bytes, ...place }),
        fromPage,
      );
    },
    async close() {
      await Promise.all([foregroundPool.close(), backgroundPool.close()]);
    },
  };
}

/** A file that is damaged in the middle yields the pages before. */
function readingOf({ pages, end }: PagesRead, fromPage: number): Awaited<ReturnType<TextReader["read"]>> {
  const text = textOf(pages);
  if (end.outcome === "failed" && text === "") return { status: "failed", isFinal: end.isFinal };
  const pagesWithoutText = pages.flatMap(({ page, hasOwnText }) => (hasOwnText ? [] : page));
  if (end.outcome === "read") return { status: "read", text, pagesWithoutText };
  return { status: "partial", text, nextPage: fromPage + pages.length, pagesWithoutText };
}
