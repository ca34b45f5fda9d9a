/** One line that says how far something came, where a person may be watching. */
export interface Progress {
  /** Replaces the line, a few times a second at most. */
  show(text: string): void;
  /** Takes the line away, so that something else can be written. */
  clear(): void;
}

const SHOW_EVERY_MS = 100;
const COLUMNS = 80;
/** Back to the first column, and away with what stood there (ECMA-48, erase in line). */
const CLEAR = "\r\u001b[K";

/** Nothing is shown where `stream` is no terminal. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      const now = performance.now();
      if (!stream.isTTY || now - shown < SHOW_EVERY_MS) return;
      shown = now;
      // A terminal may not know how wide it is, and says 0.
      stream.write(`${CLEAR}${text.slice(0, (stream.columns || COLUMNS) - 1)}`);
    },
    clear() {
      if (shown !== Number.NEGATIVE_INFINITY) stream.write(CLEAR);
      shown = Number.NEGATIVE_INFINITY;
    },
  };
}
