import type { Id, Transact, TransactFor } from "@cartulary/kernel";
import { sql } from "kysely";
import type { Table } from "./columns.ts";
import type { Engine } from "./engine.ts";
import { migrate } from "./migration.ts";
import type { DirectOf, SqlModule, SqlStatements, StoresOf, TenantStoresOf } from "./module.ts";
import { storesOnDemand } from "./stores-on-demand.ts";
import { accessTo, unreachable } from "./transact.ts";

/** A database that is open, with the present schema. Beside these stands what its modules answer outside transactions. */
export type Opened<Modules extends readonly SqlModule[]> = DirectOf<Modules> & {
  readonly transact: Transact<StoresOf<Modules>>;
  /** What belongs to no tenant, and what belongs to this one. */
  readonly transactFor: TransactFor<Id<string>, StoresOf<Modules> & TenantStoresOf<Modules>>;
  /** Runs `work`, whose transactions, and whatever else it begins, have the turns of `owner`: a person, or an address. */
  workingFor<Result>(owner: string, work: () => Result): Result;
  /** Migrations of these modules that this version of them does not know: a newer one was here. */
  readonly newerMigrations: readonly string[];
  /** Rejects when the database does not answer, or may only be read: 503 `database_unavailable`. Writes nothing. */
  check(): Promise<void>;
  /** Ends every connection, once the transactions under way have ended; twice is fine. Nothing may be asked afterwards. */
  close(): Promise<void>;
};

/** Migrates the database to the schema of `modules` and serves their stores. When that fails, the engine is closed. */
export async function openModules<const Modules extends readonly SqlModule[]>(
  engine: Engine,
  modules: Modules,
): Promise<Opened<Modules>> {
  const { transact, transactFor, statements, workingFor } = accessTo(engine, storesOnDemand(modules));
  const lives = modules.flatMap(({ life }) => life ?? []);
  const close = async () => {
    await engine.close();
    for (const life of lives) await life.close();
  };
  let newerMigrations: readonly string[] = [];
  try {
    requireJoined(modules);
    newerMigrations = await migrate(engine, modules);
    for (const life of lives) await life.open();
  } catch (error) {
    await close();
    throw error;
  }
  let closed: Promise<void> | null = null;
  const direct = modules.reduce<object>((all, module) => Object.assign(all, module.direct(statements)), {});
  return Object.assign(direct, {
    transact,
    transactFor,
    workingFor,
    newerMigrations,
    check: () => check(engine, statements),
    close: () => (closed ??= close()),
  }) as Opened<Modules>;
}

/** The entities of modules, each once. */
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
    if (missing) throw new TypeError(`The module ${name} reads ${missing.tableName}: open that table's module with it`);
  }
}
