import type { Log } from "../logging/log.ts";

/**
 * The database, after a line in the log where a newer version brought it up to date. It is served all the same: while
 * hosts are replaced one by one, the older ones go on beside the newer.
 */
export function warnOfNewer<Opened extends { readonly newerMigrations: readonly string[] }>(
  database: Opened,
  log: Log,
): Opened {
  const { newerMigrations: migrations } = database;
  const problem =
    "The database has the schema of a newer version, whose rules this one does not know: update this host";
  if (migrations.length > 0) log.warn({ event: "newer_schema", migrations }, problem);
  return database;
}
