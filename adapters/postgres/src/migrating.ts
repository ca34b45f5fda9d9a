import type { SqlModule } from "@cartulary/sql";
import { Kysely, sql, type Transaction } from "kysely";
import { createPool, type PoolOptions } from "./pool.ts";
import { StrictPostgresDialect } from "./strict-dialect.ts";
import { equipTenantRole, tenantRoleIn } from "./tenant-role.ts";

/** Who migrates, and whom tenants are served as. */
export interface MigratingOptions {
  /** The same database as whoever owns its tables; connected to while it is migrated only. Default: `url` migrates. */
  readonly migrationUrl?: string;
  /** A role of the server's, made when it is missing. Lower-case letters, digits and `_`. Default `cartulary_app`. */
  readonly tenantRole?: string;
}

/** What went wrong on the connection that `migrationUrl` names, in its `cause`; the message is the same. */
export class MigrationError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "MigrationError";
  }
}

/** "cart" in ASCII: the advisory lock that every host of this software takes before it migrates. */
export const MIGRATION_LOCK = 0x63617274;

/**
 * Runs `work` in a transaction on a connection of its own, which may take as long as it does; then lets the tenants' role
 * use what there is now. Other hosts of the same database wait.
 */
export async function migrateSchema(
  options: PoolOptions & MigratingOptions,
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

/** `if not exists` would be refused to those who may not make one, also where it exists. */
async function makeSchema(transaction: Transaction<unknown>, schema: string): Promise<void> {
  const { rows } = await sql`select 1 where to_regnamespace(${schema}) is null`.execute(transaction);
  if (rows.length > 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(transaction);
}

/** Throws {@link MigrationError} of what goes wrong on the connection that `migrationUrl` names. */
async function asOwner(
  { migrationUrl, ...options }: PoolOptions & MigratingOptions,
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
