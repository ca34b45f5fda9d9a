import { jobsModule } from "@cartulary/postgres/jobs";
import { jobQueues } from "@cartulary/server";
import { sqlModules } from "@cartulary/sql/modules";

/** All modules of a database on Postgres. Tests supervise jobs themselves. */
export const modulesOnPostgres = (url: string) =>
  [...sqlModules, jobsModule({ url, queues: jobQueues, supervise: false })] as const;
