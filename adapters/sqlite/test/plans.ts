import {
  entityManagers,
  type SqlModule,
  type SqlTransaction,
  type StoresOf,
  storesOnDemand,
  type TenantStoresOf,
} from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/sqlite";
import type { Database } from "better-sqlite3";
import { type CompiledQuery, Kysely, type LogEvent, SqliteDialect } from "kysely";
import { sqlite } from "../src/dialect.ts";

const managed = entityManagers((options) => new MikroORM(options).em);

/** Returns SQLite's plans of every statement of `work`, in a database with the schema of `modules`. */
export function plansIn<const Modules extends readonly SqlModule[]>(
  file: Database,
  modules: Modules,
  work: (stores: StoresOf<Modules>) => Promise<unknown>,
): Promise<readonly string[]> {
  return plansOf(file, modules, (transaction) => work(storesOnDemand(modules).ofTransaction(transaction)));
}

/** Returns SQLite's plans like {@link plansIn}, for the stores of one tenant. */
export function tenantPlansIn<const Modules extends readonly SqlModule[]>(
  file: Database,
  modules: Modules,
  { tenant, work }: { readonly tenant: string; readonly work: (stores: TenantStoresOf<Modules>) => Promise<unknown> },
): Promise<readonly string[]> {
  return plansOf(file, modules, (transaction) => work(storesOnDemand(modules).ofTenant(transaction, tenant as never)));
}

async function plansOf(
  file: Database,
  modules: readonly SqlModule[],
  work: (transaction: SqlTransaction<never>) => Promise<unknown>,
): Promise<readonly string[]> {
  const statements: CompiledQuery[] = [];
  const log = ({ query }: LogEvent) => void statements.push(query);
  const db = new Kysely({ dialect: new SqliteDialect({ database: file }), log });
  const em = managed(modules).fork({ disableContextResolution: true });
  em.setTransactionContext(db as never);
  await work({ db, em, dialect: sqlite } as unknown as SqlTransaction<never>);
  return statements.flatMap(({ sql, parameters }) => {
    const steps = file.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[];
    return steps.map(({ detail }) => detail);
  });
}

/**
 * Whole tables read, indexes made for the occasion; not what a statement works out itself and then goes through, and not
 * what FTS5 finds by words. `retaining` ends at the first row of an index.
 */
export const wasteful = (step: string) =>
  (/AUTOMATIC/.test(step) && !/^SEARCH (?:walk|placed|page|passages)/.test(step)) ||
  (/^SCAN/.test(step) &&
    !/^SCAN (\(subquery|above|asked|below|contents|counted|each|few|first|found|hits|inside|judged|lengths|looked_at|matching|mine|outside|own|page|permissions|place|ranked|reaching|readable_parents|retaining|samples|shown|source|spelt|spellings|tags|twin|up|walk|ways|whole|words_(?:found|placed)|CONSTANT|search_(?:texts VIRTUAL TABLE INDEX \d+:M)|jsonb?_each)/.test(
      step,
    ));
