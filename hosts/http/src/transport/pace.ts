import { HttpRefusal } from "./errors.ts";

/** How long clients may take to send a body. Only waiting for them counts, never what is done with their bytes. */
export interface BodyPace {
  /** For the whole of a body that is read at once, JSON or a form; of one with a file, before its rate counts. */
  readonly wholeMs: number;
  /** Without a byte, in the middle of a body with a file. */
  readonly silenceMs: number;
  /** What a body with a file has to bring on average. */
  readonly fileBytesPerSecondMin: number;
}

/** As documents.md and uploads.md 5.10 want it; a line of a kilobyte a second is slower than any that is in use. */
export const BODY_PACE: BodyPace = { wholeMs: 30_000, silenceMs: 120_000, fileBytesPerSecondMin: 1024 };

/** Milliseconds for the next bytes of a body that brought `bytes` so far and was waited for `waitedMs`. */
type Patience = (bytes: number, waitedMs: number) => number;

/** With a body that is read at once. */
export function forWhole({ wholeMs }: BodyPace): Patience {
  return (_, waitedMs) => wholeMs - waitedMs;
}

/** With a body that brings a file. */
export function forFile({ wholeMs, silenceMs, fileBytesPerSecondMin }: BodyPace): Patience {
  return (bytes, waitedMs) => Math.min(silenceMs, wholeMs + (bytes * 1000) / fileBytesPerSecondMin - waitedMs);
}

/** The pieces of a body as they come. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read">;

/** Reads a body that may not come too slowly: refuses with 408 as soon as the patience with it is over. */
export function pacedReader(reader: BodyReader, patience: Patience): BodyReader {
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
  /** Nothing more is waited for. */
  end(): void;
}

/**
 * Waits for one thing after another, each until a time of its own. One timer looks after all of them: most come at once,
 * and a timer for each would cost more than reading them.
 */
function impatience(): Impatience {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let rings = Number.POSITIVE_INFINITY;
  let waiting: { readonly deadline: number; readonly reject: (error: unknown) => void } | null = null;

  function set(deadline: number): void {
    if (timer) clearTimeout(timer);
    rings = deadline;
    timer = setTimeout(look, Math.max(0, deadline - performance.now()));
    // Nobody is kept for it alone: what is waited for keeps the process.
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

/** The rest of the body is not waited for, so that no other request can follow it. */
const tooSlow = () =>
  new HttpRefusal(408, "request_timeout", "The body came too slowly; send it again", { Connection: "close" });
