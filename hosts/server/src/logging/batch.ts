import { type DestinationStream, pino } from "pino";

/** How long a line waits for others. */
const WAIT_MS = 20;
/** Characters of a batch: what a pipe takes in one piece, so that no line is torn by those of another process. */
const BATCH_LENGTH_MAX = 4096;

/** Where lines wait to be written together. */
export interface Batch extends DestinationStream {
  /** Writes what waits. Returns when it is handed to the system. */
  flush(): void;
}

/** Lines that come within {@link WAIT_MS} are written at once: what a request waits for is not the system. */
export function createBatch(destination: DestinationStream): Batch {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = "";
    if (lines !== "") destination.write(lines);
  };
  return {
    write(line) {
      if (waiting.length + line.length > BATCH_LENGTH_MAX) flush();
      waiting += line;
      timer ??= setTimeout(flush, WAIT_MS).unref();
    },
    flush,
  };
}

let standardError: Batch | undefined;

/**
 * The one batch of this process's stderr. It is empty when the process ends, also by an error that nobody caught: so the
 * system is asked synchronously, for what it is still asked then gets no answer, and may get nowhere.
 */
export function stderrBatch(): Batch {
  if (!standardError) {
    standardError = createBatch(pino.destination({ dest: 2, sync: true }));
    process.once("exit", standardError.flush);
  }
  return standardError;
}
