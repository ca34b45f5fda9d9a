export { createSqliteBackup } from "./backup.ts";
export { sqlite } from "./dialect.ts";
export { openSqlite, pendingSqliteMigrations, type SqliteOptions } from "./open-sqlite.ts";
