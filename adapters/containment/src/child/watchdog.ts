import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { cpuMicroseconds } from "./cpu-time.ts";

/** Options of the watchdog thread. */
export interface WatchdogOptions {
  readonly rssBytesMax: number;
  /** Process id of the parent. */
  readonly parent: number;
  /** One number: the {@link cpuMicroseconds} after which the process ends itself; 0 between jobs. */
  readonly cpuLimit: Float64Array;
  /** Messages for stderr before the end; the thread can write them while the main thread is stuck. */
  readonly words: { readonly memory: string; readonly timeout: string };
}

const CHECK_EVERY_MS = 20;

const { rssBytesMax, parent, cpuLimit, words } = workerData as WatchdogOptions;

setInterval(() => {
  const [limit = 0] = cpuLimit;
  if (process.memoryUsage.rss() > rssBytesMax) end(words.memory);
  else if (limit !== 0 && cpuMicroseconds() > limit) end(words.timeout);
  else if (process.ppid !== parent) end("");
}, CHECK_EVERY_MS);

/** Kills the process with SIGKILL, which neither the process nor stuck native code can block. */
function end(word: string): void {
  try {
    if (word !== "") writeSync(2, word);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
