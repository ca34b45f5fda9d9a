import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenDatabase, SqlModule } from "@cartulary/sql";
import Database from "better-sqlite3";
import { openSqlite } from "./open-sqlite.ts";

/** A database for one test. */
export type TestSqlite<Modules extends readonly SqlModule[]> = OpenDatabase<Modules> & {
  /** The file, which other processes and connections may also open. */
  readonly path: string;
  /** Resolves at once: a blocked writer has not begun its transaction. */
  untilBlocked(): Promise<void>;
  /** Runs statements without foreign keys and triggers. */
  damage(...statements: readonly string[]): Promise<void>;
};

/** On a busy machine, another process may lock the file for long without being stuck. */
const BUSY_TIMEOUT_MS = 60_000;

/**
 * Creates an empty file with the schema of `modules`, in a folder that is deleted on close. Migrations run once per
 * process: each file is a copy of the first.
 */
export async function openTestSqlite<const Modules extends readonly SqlModule[]>(
  modules: Modules,
): Promise<TestSqlite<Modules>> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-sqlite-"));
  const path = join(folder, "test.db");
  writeFileSync(path, await template(modules), { mode: 0o600 });
  const opened = await openSqlite({ path, modules, synchronous: "off", busyTimeoutMs: BUSY_TIMEOUT_MS });
  return {
    ...opened,
    path,
    untilBlocked: async () => {},
    async damage(...statements) {
      const database = new Database(path);
      try {
        database.pragma("foreign_keys = off");
        withoutTriggers(database, () => {
          for (const statement of statements) database.exec(statement);
        });
      } finally {
        database.close();
      }
    },
    async close() {
      await opened.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const templates = new Map<string, Promise<Buffer>>();

/** Returns the content of a file with all migrations of these modules, cached by their names. */
function template(modules: readonly SqlModule[]): Promise<Buffer> {
  const key = modules.flatMap(({ migrations }) => migrations.map(({ name }) => name)).join("\n");
  const content = templates.get(key) ?? migrated(modules);
  templates.set(key, content);
  return content;
}

async function migrated(modules: readonly SqlModule[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-sqlite-"));
  const path = join(folder, "template.db");
  try {
    const withoutLife = modules.map(({ life, ...module }): SqlModule => module);
    await (await openSqlite({ path, modules: withoutLife, synchronous: "off" })).close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** SQLite cannot disable triggers, so this drops and recreates them. */
function withoutTriggers(database: Database.Database, work: () => void): void {
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
  database.transaction(() => {
    for (const { name } of triggers as { readonly name: string }[]) database.exec(`drop trigger "${name}"`);
    work();
    for (const { sql } of triggers as { readonly sql: string }[]) database.exec(sql);
  })();
}
