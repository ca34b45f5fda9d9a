import type { Config } from "../configuration/config.ts";
import { watchParent } from "./watch-parent-process.ts";

/** Resolves with the reason of the stop. Repeated signals are ignored: a terminal and npm send the same one each. */
export function waitForStopSignal({ startedByNpm }: Config): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve(signal));
    if (startedByNpm) watchParent(() => resolve("the parent process has exited"));
  });
}
