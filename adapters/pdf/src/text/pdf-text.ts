import { ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import type { PdfText } from "@cartulary/documents";
import { type Bounds, CHILDREN_DEFAULT, isRefusal, poolOptions, refusalFor } from "../bounds.ts";
import type { TextInput } from "./text.child.ts";

export type PdfTextOptions = Partial<Bounds>;

/** A PDF of 0.4 MB can keep a reader busy for 8 s and take 1.2 GB. */
const BOUNDS: Bounds = { cpuMilliseconds: 3_000, memoryBytes: 536_870_912, children: CHILDREN_DEFAULT };

/**
 * Reads in contained children, by pdf.js. Nothing runs until it is asked for; `close` ends what runs. A file over 64 MiB
 * counts as one without text.
 */
export function createPdfText(options: PdfTextOptions = {}): PdfText & { close(): Promise<void> } {
  const entry = siblingModule(import.meta.url, "text.child");
  const pool = createChildPool(poolOptions(entry, { ...BOUNDS, ...options }));
  return {
    async read(bytes, { bytesMax, cpuMilliseconds, ...place }) {
      try {
        const input: TextInput = { bytesMax };
        return await pool.run<string | null>({ input, sources: [() => bytes], cpuMilliseconds, ...place });
      } catch (error) {
        if (!(error instanceof ContainmentError)) throw error;
        if (isRefusal(error.reason)) throw refusalFor(error);
        return null;
      }
    },
    close: () => pool.close(),
  };
}
