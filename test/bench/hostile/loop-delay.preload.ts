/**
 * Loaded into the host before its own program (`--import`): measures the delay of timers on the host's event loop,
 * and sends the longest delay since the last time to each client of a socket. The host does not know of it.
 */

import { createServer } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const path = process.env.BENCH_LOOP_DELAY;

// The histogram counts from one timer to the next, of which so much is no delay.
const RESOLUTION_MS = 10;

if (path && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(String(Math.max(0, delays.max / 1e6 - RESOLUTION_MS)));
    delays.reset();
  });
  server.listen(path);
  server.unref();
}
