import {
  type Engine,
  entityManagers,
  type Observers,
  type OpenDatabase,
  openModules,
  pendingMigrations,
  type Replica,
  type Send,
  type SqlModule,
  statementSpans,
} from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/postgresql";
import { Kysely, sql, type Transaction, type TransactionBuilder } from "kysely";
import { postgres } from "./dialect.ts";
import { enterTenant, type TenantEntry, tenantEntryFor } from "./enter-tenant.ts";
import { classifyError } from "./error-classification.ts";
import { type MigrationOptions, migrateSchema } from "./migrate-schema.ts";
import { CONNECT_TIMEOUT_MS, type Connections, createPool, POOL_MAX, type PoolOptions } from "./pool.ts";
import { type ReplicaOptions, watchReplica } from "./replica.ts";
import { StrictPostgresDialect } from "./strict-dialect.ts";
import { tenantRoleIn } from "./tenant-role.ts";
import { READ_TIMEOUTS, type Timeouts, WRITE_TIMEOUTS } from "./timeouts.ts";

export interface PostgresOptions<Modules extends readonly SqlModule[]> extends PoolOptions, MigrationOptions {
  readonly modules: Modules;
  /** Timeouts that replace those of a host; migrations have none. */
  readonly timeouts?: { readonly reading?: Timeouts; readonly writing?: Timeouts };
  /** A streaming replica, for reads that may be five seconds old. */
  readonly replica?: ReplicaOptions;
  readonly observers?: Observers;
}

const DEFAULT_LIMITS = { reading: READ_TIMEOUTS, writing: WRITE_TIMEOUTS };

/**
 * Opens a database and migrates it to the schema of `modules`. Several hosts may do so at once.
 *
 * Read transactions see one snapshot. Write transactions run under READ COMMITTED and take the row locks that their
 * stores document; after a deadlock or a serialization failure they run again. Transactions of tenants run as a role
 * that is subject to row-level security (docs/decisions/0017). Throws if the serving role bypasses it and cannot become
 * that role.
 *
 * @example
 * ```ts
 * import { openPostgres } from "@cartulary/postgres";
 * import { ledgerModule } from "@cartulary/sql/ledger";
 *
 * const database = await openPostgres({ url: "postgres://cartulary@127.0.0.1/cartulary", modules: [ledgerModule] });
 * await database.close();
 * ```
 */
export async function openPostgres<const Modules extends readonly SqlModule[]>({
  modules,
  observers = {},
  ...options
}: PostgresOptions<Modules>): Promise<OpenDatabase<Modules>> {
  const limits = { ...DEFAULT_LIMITS, ...options.timeouts };
  const pools = {
    writing: createPool({ ...options, limits: limits.writing }),
    reading: createPool({ ...options, limits: limits.reading, readsOnly: true }),
    replica: options.replica
      ? createPool({ ...options, url: options.replica.url, limits: limits.reading, readsOnly: true })
      : null,
  };
  return openModules(await engineOf(pools, modules, { ...options, observers }), modules, observers);
}

/** Returns the names of the migrations that a database lacks, in order. Changes nothing. */
export async function pendingPostgresMigrations({
  modules,
  ...options
}: PoolOptions & { readonly modules: readonly SqlModule[] }): Promise<readonly string[]> {
  const pool = createPool({ ...options, pool: 1, limits: READ_TIMEOUTS, readsOnly: true });
  try {
    // An unreachable database would look like one without tables.
    (await pool.connect()).release();
    return await pendingMigrations(new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool }) }), modules);
  } finally {
    await pool.end();
  }
}

/**
 * Reads have separate connections: writers that wait for a lock, however many, block neither reads nor authentication.
 */
interface Pools {
  readonly writing: Connections;
  readonly reading: Connections;
  readonly replica: Connections | null;
}

type EngineOptions = Omit<PostgresOptions<readonly SqlModule[]>, "modules" | "observers"> & {
  readonly observers: Observers;
};

async function engineOf(
  { writing, reading, replica }: Pools,
  modules: readonly SqlModule[],
  { timeouts: _, observers, replica: replicaOptions, ...options }: EngineOptions,
): Promise<Engine> {
  const tenantRole = tenantRoleIn(options);
  const { pool: places = POOL_MAX, connectTimeoutMs: waitMilliseconds = CONNECT_TIMEOUT_MS } = options;
  const limits = { places, waitMilliseconds };
  const spans = statementSpans(observers.tracer, "postgres");
  const writer = new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool: writing }), ...spans });
  let entry: TenantEntry = { role: tenantRole, searchPath: "" };
  const reads = readsOn(reading, spans, () => entry);
  const watched =
    replica && replicaOptions
      ? watchReplica({ database: reading, replica, onProblem: replicaOptions.onProblem ?? (() => {}) })
      : null;
  let em: Engine["em"] | undefined;
  const engine: Engine = {
    dialect: postgres,
    get em() {
      em ??= managed(modules);
      return em;
    },
    ...{ statements: reads.statements, send: reads.send },
    atOnce: { reading: limits, writing: limits },
    transaction(kind, work, tenant) {
      if (kind === "read") return reads.read(work, tenant);
      const begun = writer.transaction().setIsolationLevel("read committed");
      if (kind === "write") return inTenant(begun, work, tenant, entry);
      const unsynced: typeof work = async (transaction) => {
        await sql`set local synchronous_commit = off`.execute(transaction);
        return work(transaction);
      };
      return inTenant(begun, unsynced, tenant, entry);
    },
    async migrate(_hasPending, work) {
      await migrateSchema(options, modules, work);
      entry = await tenantEntryFor(reads.statements, tenantRole);
    },
    failureOf: classifyError,
    requireWritable: () => writing.requireWritable(),
    connections() {
      const all = [writing, reading, ...(replica ? [replica] : [])].map((pool) => pool.counts());
      const sum = (state: "used" | "idle") => all.reduce((total, counts) => total + counts[state], 0);
      return { used: sum("used"), idle: sum("idle") };
    },
    async close() {
      watched?.stop();
      // In parallel, so that hanging connections delay the end only once. Kysely would not close an unused pool.
      await Promise.all([reading.end(), writing.end(), replica?.end()]);
    },
  };
  if (!replica || !watched) return engine;
  const copy = readsOn(replica, spans, () => entry);
  const copied: Pick<Engine, "statements" | "send" | "transaction"> = {
    ...{ statements: copy.statements, send: copy.send },
    transaction: (_kind, work, tenant) => copy.read(work, tenant),
  };
  const following: Replica = { ...watched, engine: Object.assign(Object.create(engine) as Engine, copied) };
  return Object.assign(Object.create(engine) as Engine, { replica: following });
}

type Work<Result> = (transaction: Transaction<unknown>) => Promise<Result>;

/** Reads on the connections of a pool. */
interface Reads {
  readonly statements: Kysely<unknown>;
  readonly send: Send;
  /** Runs `work` in a snapshot. */
  read<Result>(work: Work<Result>, tenant: Parameters<Engine["transaction"]>[2]): Promise<Result>;
}

function readsOn(pool: Connections, spans: ReturnType<typeof statementSpans>, entry: () => TenantEntry): Reads {
  const reader = new Kysely<unknown>({ dialect: new StrictPostgresDialect({ pool }), ...spans });
  return {
    statements: reader,
    async send(text, parameters) {
      const session = await pool.connect();
      try {
        return await session.query(text, parameters);
      } finally {
        session.release();
      }
    },
    read(work, tenant) {
      const begun = reader.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      return inTenant(begun, work, tenant, entry());
    },
  };
}

/** Runs `work` in a transaction, and restricts it to a tenant, if any. */
function inTenant<Result>(
  begun: TransactionBuilder<unknown>,
  work: Work<Result>,
  tenant: Parameters<Engine["transaction"]>[2],
  entry: TenantEntry,
): Promise<Result> {
  if (tenant === undefined) return begun.execute(work);
  return begun.execute(async (transaction) => {
    await enterTenant(transaction, tenant, entry);
    return work(transaction);
  });
}

const managed = entityManagers((options) => new MikroORM(options).em);
