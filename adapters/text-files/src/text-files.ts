import { availableParallelism } from "node:os";
import {
  type ChildRuntime,
  ContainmentError,
  createChildPool,
  type QueueLimits,
  siblingModule,
} from "@cartulary/containment";
import { type DomainError, rateLimited, unavailable } from "@cartulary/kernel";
import type { FileReader, ReadableContent, TextReading } from "@cartulary/search";
import { type CalledKind, textFileKindOf } from "./kind.ts";
import type { ReadingInput, ReadingOutcome } from "./text-files.child.ts";

/** Resource limits of the children. */
export interface TextFilesOptions {
  /** Resident memory of a child. */
  readonly memoryBytes?: number;
  /** Maximum number of children. */
  readonly children?: number;
  /** Limits of the waiting jobs; by default, those of composition.md 2. */
  readonly queue?: Partial<QueueLimits>;
  /** The runtime of the children; by default, the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

const MEMORY_BYTES = 536_870_912;
/** Two children leave the other cores of a small machine to the host. */
const CHILDREN_DEFAULT = Math.min(2, availableParallelism());
/** Default of the pool; each request has its own limit. */
const CPU_MS = 5_000;
const JOBS_MAX = 200;
const RETRY_SECONDS = 2;
/** Background work has its own child, so that it never delays other work. */
const BACKGROUND_CHILDREN = 1;
const PLACE = { onBehalfOf: null, inBackground: true } as const;

/**
 * Reads office files (docx, xlsx, pptx, odt, ods, odp), RTF, e-mail, XML, JSON, HTML and text in contained children.
 * Starts no child before the first file; `close` ends all children.
 *
 * @example
 * ```ts
 * import { createTextFiles } from "@cartulary/text-files";
 *
 * const reader = createTextFiles({ children: 2 }); // a FileReader of @cartulary/search
 * await reader.close();
 * ```
 */
export function createTextFiles(options: TextFilesOptions = {}): FileReader & { close(): Promise<void> } {
  const { memoryBytes = MEMORY_BYTES, children = CHILDREN_DEFAULT, queue = {}, childRuntime } = options;
  const entry = siblingModule(import.meta.url, "text-files.child");
  const retirement = { jobs: JOBS_MAX, memoryBytes: memoryBytes / 2 };
  const all = { entry, queue, cpuMilliseconds: CPU_MS, memoryBytes, retirement, childRuntime };
  const foregroundPool = createChildPool({ ...all, children });
  const backgroundPool = createChildPool({ ...all, children: BACKGROUND_CHILDREN });
  return {
    reads: (beginning) => textFileKindOf(beginning) !== null,

    async read(content, { bytesMax, cpuMilliseconds, isUnhurried = false }) {
      const received = createReceived(bytesMax);
      const input = inputOf(content, bytesMax, isUnhurried);
      const pool = isUnhurried ? backgroundPool : foregroundPool;
      const { write } = received;
      try {
        const outcome = await pool.run<ReadingOutcome>({
          input,
          sources: [content.bytes],
          write,
          cpuMilliseconds,
          ...PLACE,
        });
        return readingOf(outcome, received.text());
      } catch (error) {
        if (!(error instanceof ContainmentError)) throw error;
        const { reason } = error;
        if (reason === "rate_limited" || reason === "busy" || reason === "closed") throw busyError(error);
        return reason === "crash" ? damaged(received.text(), false) : cutOff(received.text());
      }
    },
    async close() {
      await Promise.all([foregroundPool.close(), backgroundPool.close()]);
    },
  };
}

function inputOf(
  { byteSize, contentType, fileName }: ReadableContent,
  bytesMax: number,
  isUnhurried: boolean,
): ReadingInput {
  return {
    byteSize,
    bytesMax,
    isUnhurried,
    called: calledKindOf(contentType, fileName),
  };
}

function calledKindOf(contentType: string, fileName: string): CalledKind {
  if (contentType === "text/html" || contentType === "application/xhtml+xml") return "html";
  return /^(?:text|application)\/(?:xml$|.+\+xml$)/.test(contentType) || /\.xml$/i.test(fileName) ? "xml" : null;
}

/** Collects the output of a child, which may end anywhere, up to `bytesMax`. */
function createReceived(bytesMax: number) {
  const decoder = new TextDecoder();
  let text = "";
  let room = bytesMax;
  return {
    async write(bytes: Uint8Array): Promise<void> {
      text += decoder.decode(bytes.subarray(0, room), { stream: true });
      room -= Math.min(room, bytes.byteLength);
    },
    text: () => text,
  };
}

function readingOf(outcome: ReadingOutcome, text: string): TextReading {
  if (outcome === "none") return { status: "none" };
  if (outcome === "read") return { status: "read", text, pagesWithoutText: [] };
  return outcome === "locked" ? { status: "failed", isFinal: true } : damaged(text, true);
}

/** A partial reading that a limit ended. It may be empty: with more time there may be text. */
const cutOff = (text: string): TextReading => ({ status: "partial", text, nextPage: 0, pagesWithoutText: [] });

/** A partial reading of a damaged file; failed if nothing could be read. */
function damaged(text: string, isFinal: boolean): TextReading {
  return text.trim() === "" ? { status: "failed", isFinal } : cutOff(text);
}

/** 429 if the owner has too many waiting jobs, 503 if there are too many in total. */
function busyError(error: ContainmentError): DomainError {
  return error.reason === "rate_limited"
    ? rateLimited("Too many of your files are waiting to be read; try again", RETRY_SECONDS, error)
    : unavailable("temporarily_unavailable", "Too many files are being read; try again", RETRY_SECONDS, error);
}
