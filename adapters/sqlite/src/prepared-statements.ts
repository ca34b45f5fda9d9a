import { RecentlyUsed } from "@cartulary/sql";
import type { Database, Statement } from "better-sqlite3";
import type { SqliteDatabase } from "kysely";

/** Statement texts that are kept prepared: many more than the stores have, but lists are filtered in countless ways. */
const STATEMENTS_MAX = 500;

/**
 * A connection that prepares a statement text once: preparing takes longer than most statements do. What was used
 * longest ago goes first. SQLite prepares again by itself what a migration has overtaken.
 */
export function withPreparedStatements(database: Database): SqliteDatabase {
  const statements = new RecentlyUsed<string, Statement<unknown[]>>(STATEMENTS_MAX);
  return {
    prepare(text) {
      const known = statements.get(text);
      // One that is still being read from cannot be asked again before it has ended.
      if (known) return known.busy ? database.prepare(unplanned(text)) : known;
      const statement = database.prepare<unknown[]>(unplanned(text));
      statements.set(text, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}

/**
 * SQLite looks at a limit that is a parameter while it plans, and plans again whenever that is bound: at each execution.
 * Of one that is computed it plans once, as of any other parameter.
 */
const unplanned = (text: string): string => text.replace(/\blimit \?/g, "limit +?");
