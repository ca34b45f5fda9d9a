import { auditModule } from "@cartulary/sql/audit";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { documentsModule } from "@cartulary/sql/documents";
import { ledgerModule } from "@cartulary/sql/ledger";
import { publicAccessModule } from "@cartulary/sql/public-access";
import { rentalModule } from "@cartulary/sql/rental";
import { replaysModule } from "@cartulary/sql/replays";
import type { Logger } from "pino";

/** The share of every core package that this host serves. */
export const sqlModules = [
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

/**
 * The database, after a line in the log where a newer version brought it up to date. It is served all the same: while
 * hosts are replaced one by one, the older ones go on beside the newer.
 */
export function warnOfNewer<Opened extends { readonly newerMigrations: readonly string[] }>(
  database: Opened,
  log: Logger,
): Opened {
  const { newerMigrations: migrations } = database;
  const problem =
    "The database has the schema of a newer version, whose rules this one does not know: update this host";
  if (migrations.length > 0) log.warn({ event: "newer_schema", migrations }, problem);
  return database;
}
