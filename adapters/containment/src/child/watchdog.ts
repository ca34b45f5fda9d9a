import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { monotonicMs } from "./monotonic.ts";

/** What the watchdog of a child is told when it is let loose. */
export interface WatchdogOrders {
  readonly rssBytesMax: number;
  /** Of whoever started the process. */
  readonly parent: number;
  /** One number: the {@link monotonicMs} after which the process ends itself; 0 while nothing runs. */
  readonly deadline: Float64Array;
  /** What to say before the end, which stderr takes also while the main thread is stuck. */
  readonly words: { readonly memory: string; readonly timeout: string };
}

const LOOK_EVERY_MS = 20;

const { rssBytesMax, parent, deadline, words } = workerData as WatchdogOrders;

setInterval(() => {
  const [over = 0] = deadline;
  if (process.memoryUsage.rss() > rssBytesMax) end(words.memory);
  else if (over !== 0 && monotonicMs() > over) end(words.timeout);
  else if (process.ppid !== parent) end("");
}, LOOK_EVERY_MS);

/** Nothing in the process can hinder this signal, nor native code that never comes back. */
function end(word: string): void {
  try {
    if (word !== "") writeSync(2, word);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
