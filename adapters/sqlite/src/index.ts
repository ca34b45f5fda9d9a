export type { JobStoreDependencies } from "./job-store.ts";
export { jobsModule } from "./jobs-module.ts";
export { openSqlite, type SqliteOptions } from "./open-sqlite.ts";
