export { openPostgres, type PostgresOptions } from "./open-postgres.ts";
export type { PoolOptions } from "./pool.ts";
