import { jobsModule } from "@cartulary/postgres/jobs";
import { jobQueues } from "@cartulary/server";
import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { ledgerModule } from "@cartulary/sql/ledger";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { rentalModule } from "@cartulary/sql/rental";
import { replaysModule } from "@cartulary/sql/replays";

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
