import type { SqlModule } from "@cartulary/sql";
import { Kysely, sql, type Transaction } from "kysely";
import { createPool, type PoolOptions } from "./pool.ts";
import { StrictPostgresDialect } from "./strict-dialect.ts";
import { equipTenantRole, tenantRoleIn } from "./tenant-role.ts";

/** The owner of the tables, and the role for tenants. */
export interface MigrationOptions {
  /** The URL of the database for the role that owns its tables; used only for migrations. Default: `url`. */
  readonly migrationUrl?: string;
  /** A role of the server, created if missing. Lower-case letters, digits and `_`. Default `cartulary_app`. */
  readonly tenantRole?: string;
}

/** An error on the connection of `migrationUrl`, with the same message and the error as its `cause`. */
export class MigrationError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "MigrationError";
  }
}

/** "cart" in ASCII: the advisory lock of every host of this software during migrations. */
export const MIGRATION_LOCK = 0x63617274;

/**
 * Runs `work` in a transaction on a separate connection without timeouts; then grants privileges on the tables to the
 * tenants' role. Other hosts of the same database wait.
 */
export async function migrateSchema(
  options: PoolOptions & MigrationOptions,
  modules: readonly SqlModule[],
  work: (transaction: Transaction<unknown>) => Promise<void>,
): Promise<void> {
  await asOwner(options, (db) =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
      if (options.schema !== undefined) await makeSchema(transaction, options.schema);
      await work(transaction);
      await equipTenantRole(transaction, tenantRoleIn(options), modules);
    }),
  );
}

/** `create schema if not exists` requires the privilege to create schemas even if the schema exists. */
async function makeSchema(transaction: Transaction<unknown>, schema: string): Promise<void> {
  const { rows } = await sql`select 1 where to_regnamespace(${schema}) is null`.execute(transaction);
  if (rows.length > 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction);
}

/** Throws {@link MigrationError} for errors on the connection of `migrationUrl`. */
async function asOwner(
  { migrationUrl, ...options }: PoolOptions & MigrationOptions,
  work: (db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const pool = createPool({ ...options, url: migrationUrl ?? options.url, pool: 1 });
  try {
    await work(new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool }) }));
  } catch (error) {
    throw migrationUrl === undefined ? error : new MigrationError(error);
  } finally {
    await pool.end();
  }
}
