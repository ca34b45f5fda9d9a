import type { Id, Tracer, Transact, TransactFor } from "@cartulary/kernel";
import { sql } from "kysely";
import type { Table } from "./columns.ts";
import type { Engine, OpenConnections } from "./engine.ts";
import { type MigrationObserver, migrate } from "./migration.ts";
import type { DirectOf, SqlModule, SqlStatements, StoresOf, TenantStoresOf } from "./module.ts";
import { storesOnDemand } from "./stores-on-demand.ts";
import { tracedEngine } from "./traced-engine.ts";
import { accessTo, unreachable } from "./transact.ts";

/** An open database with the current schema, together with the direct interfaces of its modules. */
export type OpenDatabase<Modules extends readonly SqlModule[]> = DirectOf<Modules> & {
  readonly transact: Transact<StoresOf<Modules>>;
  /** Transactions over shared rows and the rows of one tenant. */
  readonly transactFor: TransactFor<Id<string>, StoresOf<Modules> & TenantStoresOf<Modules>>;
  /**
   * Runs `work` on behalf of `owner`, a person or an address. Its transactions wait in the rotation under that owner.
   */
  workingFor<Result>(owner: string, work: () => Result): Result;
  /**
   * Runs `work`, whose reads may then use a replica that is at most five seconds old. For lists, search and public
   * reading; never for work that writes, nor to decide about it.
   */
  readingRecent<Result>(work: () => Result): Result;
  /** The connections of this process, and the transactions that wait for one. */
  connections(): ConnectionState;
  /** Applied migrations of these modules that this version does not know: a newer version migrated the database. */
  readonly newerMigrations: readonly string[];
  /** Rejects with 503 `database_unavailable` if the database is unreachable or read-only. Writes nothing. */
  check(): Promise<void>;
  /** Closes all connections after the open transactions have ended. Idempotent; the database is unusable afterwards. */
  close(): Promise<void>;
};

/** The state of the connections. */
export interface ConnectionState extends OpenConnections {
  readonly waiting: number;
}

/** Observers of a database. */
export interface Observers {
  /** Measures transactions and statements. */
  readonly tracer?: Tracer | null | undefined;
  readonly migrations?: MigrationObserver | undefined;
}

/** Migrates the database to the schema of `modules` and serves their stores. Closes the engine on failure. */
export async function openModules<const Modules extends readonly SqlModule[]>(
  engine: Engine,
  modules: Modules,
  { tracer, migrations }: Observers = {},
): Promise<OpenDatabase<Modules>> {
  const seen = tracer ? tracedEngine(engine, tracer) : engine;
  const { statements, waiting, ...access } = accessTo(seen, storesOnDemand(modules));
  const lives = modules.flatMap(({ life }) => life ?? []);
  const close = async () => {
    await engine.close();
    for (const life of lives) await life.close();
  };
  let newerMigrations: readonly string[] = [];
  try {
    requireJoined(modules);
    newerMigrations = await migrate(engine, modules, migrations);
    for (const life of lives) await life.open();
  } catch (error) {
    await close();
    throw error;
  }
  let closed: Promise<void> | null = null;
  const direct = modules.reduce<object>((all, module) => Object.assign(all, module.direct(statements)), {});
  return Object.assign(direct, {
    ...access,
    connections: () => ({ ...engine.connections(), waiting: waiting() }),
    newerMigrations,
    check: () => check(engine, statements),
    close: () => (closed ??= close()),
  }) as OpenDatabase<Modules>;
}

/** The tables of modules, without duplicates. */
export function entitiesOf(modules: readonly SqlModule[]): Table[] {
  return [...new Set(modules.flatMap(({ entities }) => entities))];
}

async function check(engine: Engine, { ask }: SqlStatements<never>): Promise<void> {
  try {
    const answers = ask(({ db }) => sql`select name from schema_migrations limit 1`.execute(db));
    await Promise.all([answers, engine.requireWritable()]);
  } catch (error) {
    throw unreachable(error);
  }
}

function requireJoined(modules: readonly SqlModule[]): void {
  const present = new Set(entitiesOf(modules));
  for (const { name, joins } of modules) {
    const missing = joins.find((table) => !present.has(table));
    if (missing)
      throw new TypeError(`The module ${name} reads the table ${missing.tableName}: open its module as well`);
  }
}
