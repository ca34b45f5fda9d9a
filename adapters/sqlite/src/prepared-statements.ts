import type { Database, Statement } from "better-sqlite3";
import type { SqliteDatabase } from "kysely";

/** Statement texts that are kept prepared: many more than the stores have, but lists are filtered in countless ways. */
const STATEMENTS_MAX = 500;

/**
 * A connection that prepares a statement text once: preparing takes longer than most statements do. What was used
 * longest ago goes first. SQLite prepares again by itself what a migration has overtaken.
 */
export function withPreparedStatements(database: Database): SqliteDatabase {
  const statements = new Map<string, Statement<unknown[]>>();
  return {
    prepare(text) {
      const known = statements.get(text);
      // One that is still being read from cannot be asked again before it has ended.
      if (known?.busy) return database.prepare(text);
      const statement = known ?? database.prepare<unknown[]>(text);
      statements.delete(text);
      statements.set(text, statement);
      const [oldest] = statements.keys();
      if (statements.size > STATEMENTS_MAX && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
    close: () => void database.close(),
  };
}
