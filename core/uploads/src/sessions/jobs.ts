import { type Clock, type JobDefinition, recurringJob, type Transact } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { sweep } from "./ending.ts";

const EXPIRE = "uploads/expire";

/** The queues of {@link chunkedUploadJobs}. */
export const CHUNKED_UPLOAD_QUEUES: readonly string[] = [EXPIRE];

/** Often enough for a claim of a lost host to be over within minutes, and for bytes to be gone by then. */
const EVERY_SECONDS = 120;

/** What ends sessions whose time is over. */
export function chunkedUploadJobs(dependencies: {
  readonly transact: Transact<UploadStores>;
  readonly clock: Clock;
}): readonly JobDefinition[] {
  return [
    recurringJob({
      ...dependencies,
      queue: EXPIRE,
      everySeconds: EVERY_SECONDS,
      work: (stop) => sweep(dependencies, stop),
    }),
  ];
}
