import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { cpuMicroseconds } from "./cpu-time.ts";

/** What the watchdog of a child is told when it is let loose. */
export interface WatchdogOrders {
  readonly rssBytesMax: number;
  /** Of whoever started the process. */
  readonly parent: number;
  /** One number: the {@link cpuMicroseconds} after which the process ends itself; 0 while nothing runs. */
  readonly cpuLimit: Float64Array;
  /** What to say before the end, which stderr takes also while the main thread is stuck. */
  readonly words: { readonly memory: string; readonly timeout: string };
}

const LOOK_EVERY_MS = 20;

const { rssBytesMax, parent, cpuLimit, words } = workerData as WatchdogOrders;

setInterval(() => {
  const [limit = 0] = cpuLimit;
  if (process.memoryUsage.rss() > rssBytesMax) end(words.memory);
  else if (limit !== 0 && cpuMicroseconds() > limit) end(words.timeout);
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
