import { type ChildRuntime, ContainmentError, createChildPool, siblingModule } from "@cartulary/containment";
import { rateLimited, unavailable } from "@cartulary/kernel";
import type { TextRecognizer } from "@cartulary/search";
import type { RecognitionRequest, RecognizedText } from "./recognize.child.ts";

export interface TextRecognizerOptions {
  /** Resident memory of a child; 1 GiB by default. */
  readonly memoryBytes?: number;
  /** Children that run at once; one by default, because all of this work is in the background. */
  readonly children?: number;
  /** What children run on; by default, the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

/** composition.md 4. */
const CPU_MILLISECONDS_MAX = 60_000;
const MEMORY_BYTES = 1_073_741_824;
/** What is larger is no scan of a few pages, or is one that would not fit into the memory of a child. */
const FILE_BYTES_MAX = 134_217_728;
/** The engine's memory never becomes smaller: a page of 70 million pixels would keep its child large for ever. */
const RETIREMENT = { jobs: 100, memoryBytes: 536_870_912 };
const RETRY_SECONDS = 60;

/**
 * Reads pages and pictures by Tesseract in contained children, in the background; PDFium draws the pages. No child starts
 * before the first call; `close` ends all children. Rejects with `unavailable` or `rate_limited` when the queue is full, and
 * with any other error when the content cannot be read, or takes more than its time or memory.
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
      if (byteSize > FILE_BYTES_MAX) throw new Error("The content is too large for text to be recognised in it");
      const cpuMilliseconds = Math.min(limits.cpuMilliseconds, CPU_MILLISECONDS_MAX);
      const input: RecognitionRequest = { page, byteSize, cpuMilliseconds };
      const place = { onBehalfOf: null, inBackground: true };
      const text = await pool
        .run<RecognizedText>({ input, sources: [bytes], cpuMilliseconds, ...place })
        .catch((error) => {
          throw errorFor(error);
        });
      if (text === null) throw new Error("The content is no picture or page that can be read");
      return text;
    },
    close: () => pool.close(),
  };
}

/** What had no child to run in may come again; what a child ended of is as it is. */
function errorFor(error: unknown): unknown {
  if (!(error instanceof ContainmentError)) return error;
  if (error.reason === "rate_limited") return rateLimited("Too much waits to be recognised", RETRY_SECONDS, error);
  if (error.reason === "busy" || error.reason === "closed")
    return unavailable("temporarily_unavailable", "Too much waits to be recognised", RETRY_SECONDS, error);
  return error;
}
