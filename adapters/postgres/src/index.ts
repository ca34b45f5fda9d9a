export { INSPECTING, type Limits } from "./limits.ts";
export { type MigratingOptions, MigrationError } from "./migrating.ts";
export { openPostgres, type PostgresOptions } from "./open-postgres.ts";
export type { PoolOptions } from "./pool.ts";
