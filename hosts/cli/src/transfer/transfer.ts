import type { Server } from "../account/server.ts";
import { createProgress, type Progress } from "../progress.ts";
import { createPatience, type Patience } from "./patience.ts";

/** What moves bytes between files and a server. */
export interface Transfer {
  readonly server: Server;
  readonly patience: Patience;
  readonly progress: Progress;
}

/** With a server that was not asked yet, and whoever watches stderr. */
export function createTransfer(server: Server): Transfer {
  return { server, patience: createPatience(), progress: createProgress(process.stderr) };
}
