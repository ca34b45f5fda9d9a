import { LruCache } from "@cartulary/sql";
import type { Database, Statement } from "better-sqlite3";
import type { SqliteDatabase } from "kysely";

/** The maximum number of prepared statements: many more than the stores have, but lists have countless filters. */
const STATEMENTS_MAX = 500;

/**
 * Wraps a connection so that it prepares each text once: preparing takes longer than most statements. The least
 * recently used statement is dropped first. SQLite itself prepares statements again after a migration.
 */
export function withPreparedStatements(database: Database): SqliteDatabase {
  const statements = new LruCache<string, Statement<unknown[]>>(STATEMENTS_MAX);
  return {
    prepare(text) {
      const prepared = statements.get(text);
      // A statement that is still being iterated cannot be executed again.
      if (prepared) return prepared.busy ? database.prepare(withoutReplanning(text)) : prepared;
      const statement = database.prepare<unknown[]>(withoutReplanning(text));
      statements.set(text, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}

/** SQLite plans again whenever a limit parameter is bound, at each execution. With an expression it plans once. */
const withoutReplanning = (text: string): string => text.replace(/\blimit \?/g, "limit +?");
