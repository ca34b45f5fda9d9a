import { createChildPool, siblingModule } from "@cartulary/containment";
import type { TextReader } from "@cartulary/search";
import { type Bounds, poolOptions } from "../bounds.ts";
import { type PagesRead, pagesRead, textOf } from "./pages-read.ts";
import { TEXT_BOUNDS } from "./pdf-text.ts";

export type PdfReaderOptions = Partial<Bounds>;

/** What is read without hurry has a child of its own, so that nothing else waits for it. */
const UNHURRIED_CHILDREN = 1;

/**
 * Reads PDF files whole, page by page, in contained children, by pdf.js: what their pages show, what was filled in and what
 * is noted. A file over 256 MiB cannot be read. Nothing runs until it is asked for; `close` ends what runs.
 */
export function createPdfReader(options: PdfReaderOptions = {}): TextReader & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "text.child");
  const bounds = { ...TEXT_BOUNDS, ...options };
  const hurried = createChildPool(poolOptions(entry, bounds));
  const unhurried = createChildPool(poolOptions(entry, { ...bounds, children: UNHURRIED_CHILDREN }));
  return {
    async read({ bytes, byteSize }, { bytesMax, cpuMilliseconds, fromPage, isUnhurried = false }) {
      const input = { byteSize, fromPage, bytesMax, isUnhurried };
      const place = { cpuMilliseconds, onBehalfOf: null, inBackground: true };
      return readingOf(
        await pagesRead(isUnhurried ? unhurried : hurried, input, { source: bytes, ...place }),
        fromPage,
      );
    },
    async close() {
      await Promise.all([hurried.close(), unhurried.close()]);
    },
  };
}

/** A file that breaks in its midst has the pages that could be read. */
function readingOf({ pages, end }: PagesRead, fromPage: number): Awaited<ReturnType<TextReader["read"]>> {
  const text = textOf(pages);
  if (end.outcome === "failed" && text === "") return { status: "failed", isFinal: end.isFinal };
  const pagesWithoutText = pages.flatMap(({ page, hasOwnText }) => (hasOwnText ? [] : page));
  if (end.outcome === "read") return { status: "read", text, pagesWithoutText };
  return { status: "partial", text, nextPage: fromPage + pages.length, pagesWithoutText };
}
