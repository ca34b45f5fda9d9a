export { openSqlite, type SqliteOptions } from "./open-sqlite.ts";
