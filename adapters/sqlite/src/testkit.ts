import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Opened, SqlModule } from "@cartulary/sql";
import Database from "better-sqlite3";
import { openSqlite } from "./open-sqlite.ts";

/** A database of a test's own. */
export type TestSqlite<Modules extends readonly SqlModule[]> = Opened<Modules> & {
  /** The file: other processes and connections may open it too. */
  readonly path: string;
  /** Resolves at once: who writes while somebody writes has not begun yet. */
  untilBlocked(): Promise<void>;
  /** Runs statements past everything that would refuse them, foreign keys too. */
  damage(...statements: readonly string[]): Promise<void>;
};

/** Another process that holds the file while the machine does much else is slow, and not stuck. */
const BUSY_TIMEOUT_MS = 60_000;

/**
 * A new file with the schema of `modules` and nothing in it, in a folder that goes away when it is closed. Migrations run
 * once for a process, however many files it makes: each is a copy of the first.
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

/** What a file is that has all migrations of these modules, which their names tell from others. */
function template(modules: readonly SqlModule[]): Promise<Buffer> {
  const key = modules.flatMap(({ migrations }) => migrations.map(({ name }) => name)).join("\n");
  const made = templates.get(key) ?? migrated(modules);
  templates.set(key, made);
  return made;
}

async function migrated(modules: readonly SqlModule[]): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-sqlite-"));
  const path = join(folder, "template.db");
  try {
    const lifeless = modules.map(({ life, ...module }): SqlModule => module);
    await (await openSqlite({ path, modules: lifeless, synchronous: "off" })).close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** SQLite has no way to have triggers rest: they go, and come back as they were. */
function withoutTriggers(database: Database.Database, work: () => void): void {
  const triggers = database.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
  database.transaction(() => {
    for (const { name } of triggers as { readonly name: string }[]) database.exec(`drop trigger "${name}"`);
    work();
    for (const { sql } of triggers as { readonly sql: string }[]) database.exec(sql);
  })();
}
