import { type Caller, requireAdministrator } from "../caller.ts";
import { conflict, orNotFound } from "../errors.ts";
import type { Id } from "../ids.ts";
import type { JobRecordStores, JobStatus, StoredJob } from "../jobs/job-records.ts";
import type { Transact } from "../transact.ts";
import { service, single, type UseCase, write } from "./use-cases.ts";

/** Jobs of one list at most. */
const JOBS_LISTED_MAX = 100;

/** Jobs with one status, 100 at most. */
export interface JobOverview {
  readonly jobs: readonly StoredJob[];
  /** True when there are more. */
  readonly jobsTruncated: boolean;
}

/** The queues of the host, for administrators only (403). */
export interface JobAdministration {
  list(caller: Caller, status: JobStatus): Promise<JobOverview>;
  /** 404 `not_found` for an unknown or completed job. */
  get(caller: Caller, id: Id<"Job">): Promise<StoredJob>;
  /** Returns the job, which waits again. 404 `not_found` for an unknown or completed job, 409 `job_not_failed`. */
  retry(caller: Caller, id: Id<"Job">): Promise<StoredJob>;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  /** Called in the transaction that retries a job. */
  readonly onRetry: UseCase<Stores, StoredJob, void>;
}

export function createJobAdministration<Stores extends JobRecordStores>({
  transact,
  onRetry,
}: Dependencies<Stores>): JobAdministration {
  return service<JobAdministration, Stores>(transact, {
    list: single(async ({ jobRecords }, caller, status) => {
      requireAdministrator(caller);
      const jobs = await jobRecords.list(status, JOBS_LISTED_MAX + 1);
      return { jobs: jobs.slice(0, JOBS_LISTED_MAX), jobsTruncated: jobs.length > JOBS_LISTED_MAX };
    }),

    get: single(async ({ jobRecords }, caller, id) => {
      requireAdministrator(caller);
      return orNotFound(await jobRecords.find(id));
    }),

    retry: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      orNotFound(await stores.jobRecords.find(id));
      if (!(await stores.jobRecords.retry(id))) throw conflict("job_not_failed", "Only a failed job can be retried");
      const job = orNotFound(await stores.jobRecords.find(id));
      await onRetry(stores, caller, job);
      return job;
    }),
  });
}
