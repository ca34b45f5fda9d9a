import { type ChildRuntime, ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { rateLimited, unavailable } from "@cartulary/kernel";
import type { TextRecognizer } from "@cartulary/search";
import type { RecognitionRequest, RecognizedText } from "./recognize.child.ts";

export interface TextRecognizerOptions {
  /** Resident memory of a child; 1 GiB by default. */
  readonly memoryBytes?: number;
  /** Children that run at once; one by default, because all of this work is in the background. */
  readonly children?: number;
  /** The runtime of the children; by default, the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/** Limit from composition.md 4. */
const CPU_MILLISECONDS_MAX = 60_000;
const MEMORY_BYTES = 1_073_741_824;
/** Larger files are not scans of a few pages, or would not fit into a child's memory. */
const FILE_BYTES_MAX = 134_217_728;
/** WebAssembly memory never shrinks: one page of 70 million pixels would keep its child large. */
const RETIREMENT = { jobs: 100, memoryBytes: 536_870_912 };
const RETRY_SECONDS = 60;

/**
 * Recognises text in pages and pictures with Tesseract in contained children, in the background; PDFium renders the
 * pages. Starts no child before the first call; `close` ends all children. Rejects with `unavailable` or `rate_limited`
 * if the queue is full, and with other errors if the content cannot be read or exceeds its time or memory limit.
 *
 * @example
 * ```ts
 * import { createTextRecognizer } from "@cartulary/ocr";
 *
 * const recognizer = createTextRecognizer({ children: 1 }); // a TextRecognizer of @cartulary/search
 * await recognizer.close();
 * ```
 */
export function createTextRecognizer(options: TextRecognizerOptions = {}): TextRecognizer & { close(): Promise<void> } {
  const { memoryBytes = MEMORY_BYTES, children = 1, childRuntime } = options;
  const pool = createChildPool({
    entry: siblingModule(import.meta.url, "recognize.child"),
    ...{ children, memoryBytes, childRuntime, cpuMilliseconds: CPU_MILLISECONDS_MAX },
    retirement: { ...RETIREMENT, memoryBytes: Math.min(RETIREMENT.memoryBytes, memoryBytes / 2) },
  });
  return {
    async recognize({ bytes, byteSize }, page, limits) {
      if (byteSize > FILE_BYTES_MAX) throw new Error("The content is too large for text recognition");
      const cpuMilliseconds = Math.min(limits.cpuMilliseconds, CPU_MILLISECONDS_MAX);
      const input: RecognitionRequest = { page, byteSize, cpuMilliseconds };
      const place = { onBehalfOf: null, inBackground: true };
      const text = await pool
        .run<RecognizedText>({ input, sources: [bytes], cpuMilliseconds, ...place })
        .catch((error) => {
          throw errorFor(error);
        });
      if (text === null) throw new Error("The content is not a readable picture or page");
      return text;
    },
    close: () => pool.close(),
  };
}

/** Maps errors of a full queue to retryable ones; other failures are permanent. */
function errorFor(error: unknown): unknown {
  if (!(error instanceof ContainmentError)) return error;
  if (error.reason === "rate_limited")
    return rateLimited("Too many recognitions are waiting; try again", RETRY_SECONDS, error);
  if (error.reason === "busy" || error.reason === "closed")
    return unavailable("temporarily_unavailable", "Too many recognitions are waiting; try again", RETRY_SECONDS, error);
  return error;
}
