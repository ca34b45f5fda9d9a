/** A progress line, shown on terminals only. */
export interface Progress {
  /** Replaces the line; at most ten times a second. */
  show(text: string): void;
  /** Erases the line before other output. */
  clear(): void;
}

const SHOW_EVERY_MS = 100;
const COLUMNS = 80;
/** Returns to the first column and erases the line (ECMA-48). */
const CLEAR = "\r\u001b[K";

export function createProgress(stream: NodeJS.WriteStream): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      const now = performance.now();
      if (!stream.isTTY || now - shownAt < SHOW_EVERY_MS) return;
      shownAt = now;
      // A terminal may report 0 columns.
      stream.write(`${CLEAR}${text.slice(0, (stream.columns || COLUMNS) - 1)}`);
    },
    clear() {
      if (shownAt !== Number.NEGATIVE_INFINITY) stream.write(CLEAR);
      shownAt = Number.NEGATIVE_INFINITY;
    },
  };
}
