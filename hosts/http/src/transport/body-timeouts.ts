import { HttpError } from "./errors.ts";

/** Timeouts of request bodies. Only waiting for the client counts, not processing. */
export interface BodyTimeouts {
  /** For the whole of JSON or a form; for a body with a file, before its rate counts. */
  readonly wholeMs: number;
  /** Maximum pause within a body with a file. */
  readonly silenceMs: number;
  /** Minimum average rate of a body with a file. */
  readonly fileBytesPerSecondMin: number;
}

/** Defaults of documents.md and uploads.md 5.10; a kilobyte per second is slower than any connection in use. */
export const DEFAULT_BODY_TIMEOUTS: BodyTimeouts = { wholeMs: 30_000, silenceMs: 120_000, fileBytesPerSecondMin: 1024 };

/** Returns the milliseconds to wait for more after `bytes` received and `waitedMs` waited. */
type Patience = (bytes: number, waitedMs: number) => number;

/** Timeout of a body without a file. */
export function wholeBodyTimeout({ wholeMs }: BodyTimeouts): Patience {
  return (_, waitedMs) => wholeMs - waitedMs;
}

/** Timeout of a body with a file. */
export function fileBodyTimeout({ wholeMs, silenceMs, fileBytesPerSecondMin }: BodyTimeouts): Patience {
  return (bytes, waitedMs) => Math.min(silenceMs, wholeMs + (bytes * 1000) / fileBytesPerSecondMin - waitedMs);
}

/** The chunks of a body. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read">;

/** Reads a body; throws 408 when its timeout expires. */
export function readerWithTimeout(reader: BodyReader, patience: Patience): BodyReader {
  const { within, end } = impatience();
  let bytes = 0;
  let waitedMs = 0;
  return {
    async read() {
      const began = performance.now();
      const piece = await within(began + patience(bytes, waitedMs), reader.read());
      waitedMs += performance.now() - began;
      bytes += piece.value?.byteLength ?? 0;
      if (piece.done) end();
      return piece;
    },
  };
}

interface Impatience {
  within<Value>(deadline: number, coming: Promise<Value>): Promise<Value>;
  /** Stops the timer. */
  end(): void;
}

/**
 * Awaits promises, each with its own deadline, with a single timer: most settle at once, and a timer for each would
 * cost more than reading.
 */
function impatience(): Impatience {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let rings = Number.POSITIVE_INFINITY;
  let waiting: { readonly deadline: number; readonly reject: (error: unknown) => void } | null = null;

  function set(deadline: number): void {
    if (timer) clearTimeout(timer);
    rings = deadline;
    timer = setTimeout(look, Math.max(0, deadline - performance.now()));
    // The timer alone does not keep the process alive; the awaited read does.
    timer.unref?.();
  }

  function look(): void {
    timer = null;
    rings = Number.POSITIVE_INFINITY;
    if (!waiting) return;
    if (performance.now() < waiting.deadline) set(waiting.deadline);
    else waiting.reject(tooSlow());
  }

  const within: Impatience["within"] = (deadline, coming) =>
    new Promise((resolve, reject) => {
      waiting = { deadline, reject };
      if (deadline < rings) set(deadline);
      const settled = () => {
        waiting = null;
      };
      coming.then(
        (value) => {
          settled();
          resolve(value);
        },
        (error: unknown) => {
          settled();
          reject(error);
        },
      );
    });

  return {
    within,
    end() {
      if (timer) clearTimeout(timer);
      timer = null;
      rings = Number.POSITIVE_INFINITY;
    },
  };
}

/** Closes the connection, because the rest of the body would follow. */
const tooSlow = () =>
  new HttpError(408, "request_timeout", "Request body timed out; send it again", { Connection: "close" });
