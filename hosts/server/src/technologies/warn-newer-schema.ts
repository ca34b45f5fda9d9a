import type { Log } from "../logging/log.ts";

/**
 * Returns the database; logs a warning if a newer version has migrated it. Older hosts keep working during a rolling
 * update.
 */
export function warnNewerSchema<Opened extends { readonly newerMigrations: readonly string[] }>(
  database: Opened,
  log: Log,
): Opened {
  const { newerMigrations: migrations } = database;
  const warning = "The database was migrated by a newer version; update this host";
  if (migrations.length > 0) log.warn({ event: "newer_schema", migrations }, warning);
  return database;
}
