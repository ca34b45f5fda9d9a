import { entityManagers, type SqlModule, type SqlTransaction, type StoresOf, storesOnDemand } from "@cartulary/sql";
import { MikroORM } from "@mikro-orm/sqlite";
import type { Database } from "better-sqlite3";
import { type CompiledQuery, Kysely, type LogEvent, SqliteDialect } from "kysely";
import { sqlite } from "../src/dialect.ts";

const managed = entityManagers((options) => new MikroORM(options).em);

/** How SQLite goes about every statement of `work` in a database that has the schema of `modules`. */
export async function plansIn<const Modules extends readonly SqlModule[]>(
  file: Database,
  modules: Modules,
  work: (stores: StoresOf<Modules>) => Promise<unknown>,
): Promise<readonly string[]> {
  const statements: CompiledQuery[] = [];
  const log = ({ query }: LogEvent) => void statements.push(query);
  const db = new Kysely({ dialect: new SqliteDialect({ database: file }), log });
  const em = managed(modules).fork({ disableContextResolution: true });
  em.setTransactionContext(db as never);
  const transaction = { db, em, dialect: sqlite } as unknown as SqlTransaction<never>;
  await work(storesOnDemand(modules).ofTransaction(transaction));
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
