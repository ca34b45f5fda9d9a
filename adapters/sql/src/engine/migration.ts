import { type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";

/** One step of a module's schema. Forward only; it never changes after its release. */
export interface Migration {
  /**
   * A date and the module: `2026-11-21 documents: first tables`. Unique among all modules; the date decides the order.
   */
  readonly name: string;
  /** Returns the statements, in order. */
  up(dialect: Dialect): readonly string[];
  /** Computes data that no statement can, after the statements of `up`, in the same transaction. */
  fill?(db: Kysely<unknown>): Promise<void>;
}

/** Watches migrations, for progress. Called inside their transaction: the end of the last one is not the commit. */
export interface MigrationObserver {
  /** The database lacks these migrations. Called before the lock is awaited, which another host may have. */
  pending?(migrations: readonly string[]): void;
  began(migration: string): void;
  /** A statement of the migration has ended. */
  advanced?(migration: string, statements: { readonly done: number; readonly of: number }): void;
  ended(migration: string, seconds: number): void;
}

interface Migrated {
  readonly migrations: readonly Migration[];
}

interface Applied {
  readonly schema_migrations: { readonly name: string };
}

/**
 * Migrates a database to the current schema of `modules`, in one transaction that first takes a lock: hosts that start
 * together wait, then find the work done. Returns the applied migrations of these modules that only a newer version of
 * them contains.
 *
 * MikroORM's Migrator is not used: it reads the applied migrations before its transaction begins, so that two hosts
 * find the same migrations pending, and it has one list for a database, where several modules have one each.
 */
export async function migrate(
  engine: Engine,
  modules: readonly Migrated[],
  observer?: MigrationObserver,
): Promise<readonly string[]> {
  let newer: readonly string[] = [];
  const migrated = await appliedIn(engine.statements).catch(() => null);
  const pending = pendingIn(modules, migrated ?? new Set());
  if (pending.length > 0) observer?.pending?.(pending.map(({ name }) => name));
  await engine.migrate(migrated === null || pending.length > 0, async (transaction) => {
    const db = transaction as unknown as Kysely<Applied>;
    // Only if the table may be missing: a role that owns no tables may not create it, and may start on a migrated
    // database.
    if (!migrated) await sql`create table if not exists schema_migrations (name text primary key not null)`.execute(db);
    const applied = await appliedIn(db);
    newer = newerThan(modules, applied);
    for (const migration of pendingIn(modules, applied)) {
      const began = performance.now();
      observer?.began(migration.name);
      await apply(migration, engine.dialect, transaction, observer);
      await db.insertInto("schema_migrations").values({ name: migration.name }).execute();
      observer?.ended(migration.name, (performance.now() - began) / 1000);
    }
  });
  return newer;
}

async function apply(
  { name, up, fill }: Migration,
  dialect: Dialect,
  transaction: Kysely<unknown>,
  observer: MigrationObserver | undefined,
): Promise<void> {
  const statements = up(dialect);
  for (const [index, statement] of statements.entries()) {
    await sql.raw(statement).execute(transaction);
    observer?.advanced?.(name, { done: index + 1, of: statements.length });
  }
  await fill?.(transaction);
}

/** Returns the names of the migrations that the database lacks, in order; all of them if it has no tables yet. */
export async function pendingMigrations(
  database: Kysely<unknown>,
  modules: readonly Migrated[],
): Promise<readonly string[]> {
  const applied = await appliedIn(database).catch(() => new Set<string>());
  return pendingIn(modules, applied).map(({ name }) => name);
}

const pendingIn = (modules: readonly Migrated[], applied: ReadonlySet<string>): readonly Migration[] =>
  inOrder(modules).filter(({ name }) => !applied.has(name));

/** Ignores migrations of modules that are not opened here. */
function newerThan(modules: readonly Migrated[], applied: ReadonlySet<string>): readonly string[] {
  const known = new Set(modules.flatMap(({ migrations }) => migrations.map(({ name }) => name)));
  const subjects = new Set([...known].map(subjectOf));
  return [...applied].filter((name) => !known.has(name) && subjects.has(subjectOf(name))).sort();
}

const DATE_LENGTH = "2026-11-21".length;

/** The module name in a migration's name. */
const subjectOf = (name: string): string => name.slice(DATE_LENGTH).replace(/:.*/s, "");

async function appliedIn(database: Kysely<Applied> | Kysely<unknown>): Promise<ReadonlySet<string>> {
  const rows = await (database as Kysely<Applied>).selectFrom("schema_migrations").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

/** Sorts by date, then by the order of the modules. */
function inOrder(modules: readonly Migrated[]): readonly Migration[] {
  const dateOf = ({ name }: Migration) => name.slice(0, DATE_LENGTH);
  const migrations = modules.flatMap((module) => module.migrations);
  return migrations.toSorted((left, right) =>
    dateOf(left) < dateOf(right) ? -1 : dateOf(left) > dateOf(right) ? 1 : 0,
  );
}
