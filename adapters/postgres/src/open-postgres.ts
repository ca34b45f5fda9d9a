import { type Engine, entityManagers, type Opened, openModules, postgres, type SqlModule } from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/postgresql";
import { Kysely, sql } from "kysely";
import { failureOf } from "./failures.ts";
import { type Limits, READING, WRITING } from "./limits.ts";
import { type MigratingOptions, migrateSchema } from "./migrating.ts";
import { CONNECT_TIMEOUT_MS, type Connections, createPool, POOL_MAX, type PoolOptions } from "./pool.ts";
import { StrictPostgresDialect } from "./strict-dialect.ts";
import { enterTenant, type TenantEntry, tenantEntryFor } from "./tenant-entry.ts";
import { tenantRoleIn } from "./tenant-role.ts";

/** Which database to open, and what to serve from it. */
export interface PostgresOptions<Modules extends readonly SqlModule[]> extends PoolOptions, MigratingOptions {
  readonly modules: Modules;
  /** How long what is asked may last, where it is not what hosts ask: migrations may last as long as they do. */
  readonly limits?: { readonly reading?: Limits; readonly writing?: Limits };
}

const DEFAULT_LIMITS = { reading: READING, writing: WRITING };

/**
 * Opens a database and brings it to the schema of `modules`. Several hosts may do so at once.
 *
 * What reads sees one snapshot. What writes runs under READ COMMITTED and takes the row locks that its stores promise;
 * after a deadlock or a serialization failure it runs again. What belongs to a tenant is asked as a role that row-level
 * security holds for (docs/decisions/0017): a role that bypasses it and may not take that one is refused.
 */
export async function openPostgres<const Modules extends readonly SqlModule[]>({
  modules,
  ...options
}: PostgresOptions<Modules>): Promise<Opened<Modules>> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const pools = {
    writing: createPool({ ...options, limits: limits.writing }),
    reading: createPool({ ...options, limits: limits.reading, readsOnly: true }),
  };
  return openModules(await engineOf(pools, modules, options), modules);
}

/**
 * Readers have connections of their own: writers that wait for a lock, however many, keep nobody from reading or from
 * being recognised.
 */
interface Pools {
  readonly writing: Connections;
  readonly reading: Connections;
}

async function engineOf(
  { writing, reading }: Pools,
  modules: readonly SqlModule[],
  { limits: _, ...options }: Omit<PostgresOptions<readonly SqlModule[]>, "modules">,
): Promise<Engine> {
  const tenantRole = tenantRoleIn(options);
  const { pool: places = POOL_MAX, connectTimeoutMs: waitMilliseconds = CONNECT_TIMEOUT_MS } = options;
  const limits = { places, waitMilliseconds };
  const writer = new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool: writing }) });
  const reader = new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool: reading }) });
  let em: Engine["em"] | undefined;
  let entry: TenantEntry = { role: tenantRole, searchPath: "" };
  return {
    dialect: postgres,
    get em() {
      em ??= managed(modules);
      return em;
    },
    statements: reader,
    async send(text, parameters) {
      const session = await reading.connect();
      try {
        return await session.query(text, parameters);
      } finally {
        session.release();
      }
    },
    atOnce: { reading: limits, writing: limits },
    transaction: (kind, work, tenant) => {
      const begun =
        kind === "read"
          ? reader.transaction().setIsolationLevel("repeatable read").setAccessMode("read only")
          : writer.transaction().setIsolationLevel("read committed");
      if (tenant === undefined && kind !== "claim") return begun.execute(work);
      return begun.execute(async (transaction) => {
        if (kind === "claim") await sql`set local synchronous_commit = off`.execute(transaction);
        if (tenant !== undefined) await enterTenant(transaction, tenant, entry);
        return work(transaction);
      });
    },
    async migrate(work) {
      await migrateSchema(options, modules, work);
      entry = await tenantEntryFor(reader, tenantRole);
    },
    failureOf,
    requireWritable: () => writing.requireWritable(),
    async close() {
      // Both at once: whatever hangs, it ends in a moment. Kysely would leave a pool open that it never used.
      await Promise.all([reading.end(), writing.end()]);
    },
  };
}

const managed = entityManagers((options) => new MikroORM(options).em);
