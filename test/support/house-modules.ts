import { jobsModule } from "@cartulary/postgres";
import { jobQueues } from "@cartulary/server";
import {
  auditModule,
  authModule,
  blobsModule,
  directoryModule,
  documentsModule,
  ledgerModule,
  publicAccessModule,
  rentalModule,
  replaysModule,
} from "@cartulary/sql";

/** All modules of a database but its jobs, which are each engine's own. */
export const houseModules = [
  blobsModule,
  auditModule,
  directoryModule,
  authModule,
  documentsModule,
  replaysModule,
  publicAccessModule,
  ledgerModule,
  rentalModule,
] as const;

/** All modules of a database on Postgres. Tests supervise jobs themselves. */
export const modulesOnPostgres = (url: string) =>
  [...houseModules, jobsModule({ url, queues: jobQueues, supervise: false })] as const;
