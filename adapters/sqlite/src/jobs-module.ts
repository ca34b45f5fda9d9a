import type { JobRecordStores, JobStores, LeaseStores } from "@cartulary/kernel";
import { type SqlModule, sqlModule } from "@cartulary/sql";
import { createJobRecords } from "./job-records.ts";
import { jobMigrations, jobRows } from "./job-rows.ts";
import { createJobLeases, createJobs, type JobStoreDependencies } from "./job-store.ts";

export { jobMigrations } from "./job-rows.ts";
export type { JobStoreDependencies } from "./job-store.ts";

/** Jobs in a table with leases, for all processes that open the file. */
export function jobsModule(
  dependencies: JobStoreDependencies,
): SqlModule<JobStores & LeaseStores & JobRecordStores, object> {
  return sqlModule({
    name: "jobs",
    entities: [jobRows],
    migrations: jobMigrations,
    stores: {
      jobs: createJobs(dependencies),
      leases: (transaction) => createJobLeases(transaction, dependencies),
      jobRecords: (transaction) => createJobRecords(transaction, dependencies),
    },
  });
}
