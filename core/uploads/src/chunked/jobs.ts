import { type Clock, type JobDefinition, recurringJob, type Transact } from "@cartulary/kernel";
import type { UploadStores } from "../ports.ts";
import { sweep } from "./end-upload.ts";

const EXPIRE = "uploads/expire";

export const CHUNKED_UPLOAD_QUEUES: readonly string[] = [EXPIRE];

/** Ends claims of lost hosts, and deletes bytes of ended uploads, within minutes. */
const EVERY_SECONDS = 120;

/** Returns the job that saves due transitions of uploads. */
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
