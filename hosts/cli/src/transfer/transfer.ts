import type { Server } from "../account/server.ts";
import { createProgress, type Progress } from "../progress.ts";
import { createRetrier, type Retrier } from "./retry.ts";

/** The means of a transfer. */
export interface Transfer {
  readonly server: Server;
  readonly patience: Retrier;
  readonly progress: Progress;
}

export function createTransfer(server: Server): Transfer {
  return { server, patience: createRetrier(), progress: createProgress(process.stderr) };
}
