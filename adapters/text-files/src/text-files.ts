import { availableParallelism } from "node:os";
import {
  type ChildRuntime,
  ContainmentError,
  createChildPool,
  type QueueLimits,
  siblingModule,
} from "@cartulary/containment";
import { type DomainError, rateLimited, unavailable } from "@cartulary/kernel";
import type { ReadableContent, TextReader, TextReading } from "@cartulary/search";
import type { ReadingInput, ReadingOutcome } from "./text-files.child.ts";

/** What the children may take. */
export interface TextFilesOptions {
  /** Resident memory of a child. */
  readonly memoryBytes?: number;
  /** Children at once. */
  readonly children?: number;
  /** Of what waits for a child; by default, those of composition.md 2. */
  readonly queue?: Partial<QueueLimits>;
  /** What children run on; by default, the Node.js of this process. */
  readonly childRuntime?: ChildRuntime | undefined;
}

const MEMORY_BYTES = 536_870_912;
/** Two children leave a small machine's other cores to the host. */
const CHILDREN_DEFAULT = Math.min(2, availableParallelism());
/** Each reading brings its own. */
const CPU_MS = 5_000;
const JOBS_MAX = 200;
const RETRY_SECONDS = 2;
/** What is read without hurry has a child of its own, so that nothing else waits for it. */
const UNHURRIED_CHILDREN = 1;
const PLACE = { onBehalfOf: null, inBackground: true } as const;

/**
 * Reads office files (docx, xlsx, pptx, odt, ods, odp), RTF, e-mail, XML, JSON, HTML and text in contained children.
 * Nothing runs until there is something to read; `close` ends what runs.
 */
export function createTextFiles(options: TextFilesOptions = {}): TextReader & { close(): Promise<void> } {
  const { memoryBytes = MEMORY_BYTES, children = CHILDREN_DEFAULT, queue = {}, childRuntime } = options;
  const entry = siblingModule(import.meta.url, "text-files.child");
  const retirement = { jobs: JOBS_MAX, memoryBytes: memoryBytes / 2 };
  const all = { entry, queue, cpuMilliseconds: CPU_MS, memoryBytes, retirement, childRuntime };
  const hurried = createChildPool({ ...all, children });
  const unhurried = createChildPool({ ...all, children: UNHURRIED_CHILDREN });
  return {
    async read(content, { bytesMax, cpuMilliseconds, isUnhurried = false }) {
      const received = createReceived(bytesMax);
      const input = inputOf(content, bytesMax, isUnhurried);
      const pool = isUnhurried ? unhurried : hurried;
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
        if (reason === "rate_limited" || reason === "busy" || reason === "closed") throw refusalFor(error);
        return reason === "crash" ? damaged(received.text(), false) : cutOff(received.text());
      }
    },
    async close() {
      await Promise.all([hurried.close(), unhurried.close()]);
    },
  };
}

function inputOf({ byteSize, contentType }: ReadableContent, bytesMax: number, isUnhurried: boolean): ReadingInput {
  return {
    byteSize,
    bytesMax,
    isUnhurried,
    isCalledHtml: contentType === "text/html" || contentType === "application/xhtml+xml",
  };
}

/** What a child wrote until its end, whatever that is like. It cannot make this process hold more than was wanted. */
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

/** What was read until a bound ended it. Nothing at all, perhaps: with more time there may be more. */
const cutOff = (text: string): TextReading => ({ status: "partial", text, nextPage: 0, pagesWithoutText: [] });

/** What could be read of a file that cannot be read whole. */
function damaged(text: string, isFinal: boolean): TextReading {
  return text.trim() === "" ? { status: "failed", isFinal } : cutOff(text);
}

/** 429 where one has too much waiting, 503 where all have. */
function refusalFor(error: ContainmentError): DomainError {
  return error.reason === "rate_limited"
    ? rateLimited("Too many files wait to be read; try again", RETRY_SECONDS, error)
    : unavailable("temporarily_unavailable", "Too many files are being read; try again", RETRY_SECONDS, error);
}
