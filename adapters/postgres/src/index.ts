export { createPostgresBackup, type PostgresBackupOptions } from "./backup.ts";
export { postgres } from "./dialect.ts";
export { MigrationError, type MigrationOptions } from "./migrate-schema.ts";
export { openPostgres, type PostgresOptions, pendingPostgresMigrations } from "./open-postgres.ts";
export type { PoolOptions } from "./pool.ts";
export type { ReplicaOptions } from "./replica.ts";
export { type Timeouts, VERIFY_TIMEOUTS } from "./timeouts.ts";
