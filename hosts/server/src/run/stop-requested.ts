import type { Config } from "../configuration/config.ts";
import { watchParent } from "./parent.ts";

/** Resolves with the reason; what then ends in which order is in run.ts. A repeated signal changes nothing: a terminal and npm send the same one each. */
export function stopRequested({ startedByNpm }: Config): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve(signal));
    if (startedByNpm) watchParent(() => resolve("the parent process is gone"));
  });
}
