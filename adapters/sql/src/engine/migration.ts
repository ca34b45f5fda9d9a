import { type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Engine } from "./engine.ts";

/** One step of a module's schema. Forward only; once released it never changes. */
export interface Migration {
  /** Dated, with its module: `2026-11-21 documents: first tables`. Unique among all modules; its date is its order. */
  readonly name: string;
  /** The statements, in order, one an element. */
  up(dialect: Dialect): readonly string[];
  /** What no statement can compute: runs after those of `up`, in the same transaction. What it throws undoes them. */
  fill?(db: Kysely<unknown>): Promise<void>;
}

/** Whatever has a schema of its own: modules do. */
interface Migrated {
  readonly migrations: readonly Migration[];
}

interface Applied {
  readonly schema_migrations: { readonly name: string };
}

/**
 * Brings a database to the present schema of `modules`: all or nothing, in one transaction that starts with a lock, so
 * that hosts that start together queue and find the work done. Answers the names of steps of these modules that only a
 * newer version of them can have taken.
 *
 * MikroORM's Migrator is not used: it reads what was applied before its transaction begins, so that two hosts find
 * the same migrations pending, and it keeps one list for a database, where several modules have one each.
 */
export async function migrate(engine: Engine, modules: readonly Migrated[]): Promise<readonly string[]> {
  let newer: readonly string[] = [];
  const known = await appliedIn(engine.statements).catch(() => null);
  await engine.migrate(async (transaction) => {
    const db = transaction as unknown as Kysely<Applied>;
    // Asked only where it may be missing: a role that owns nothing would be refused it, and may start where all is done.
    if (!known) await sql`create table if not exists schema_migrations (name text primary key not null)`.execute(db);
    const applied = await appliedIn(db);
    newer = newerThan(modules, applied);
    for (const migration of inOrder(modules).filter(({ name }) => !applied.has(name))) {
      for (const statement of migration.up(engine.dialect)) await sql.raw(statement).execute(db);
      await migration.fill?.(transaction);
      await db.insertInto("schema_migrations").values({ name: migration.name }).execute();
    }
  });
  return newer;
}

/** Steps of other modules, which are not opened here, are no sign of age. */
function newerThan(modules: readonly Migrated[], applied: ReadonlySet<string>): readonly string[] {
  const known = new Set(modules.flatMap(({ migrations }) => migrations.map(({ name }) => name)));
  const subjects = new Set([...known].map(subjectOf));
  return [...applied].filter((name) => !known.has(name) && subjects.has(subjectOf(name))).sort();
}

const DATE_LENGTH = "2026-11-21".length;

/** The module in a migration's name. */
const subjectOf = (name: string): string => name.slice(DATE_LENGTH).replace(/:.*/s, "");

async function appliedIn(database: Kysely<Applied> | Kysely<unknown>): Promise<ReadonlySet<string>> {
  const rows = await (database as Kysely<Applied>).selectFrom("schema_migrations").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

/** By date; on one day, in the order of the modules. */
function inOrder(modules: readonly Migrated[]): readonly Migration[] {
  const dateOf = ({ name }: Migration) => name.slice(0, DATE_LENGTH);
  const migrations = modules.flatMap((module) => module.migrations);
  return migrations.toSorted((left, right) =>
    dateOf(left) < dateOf(right) ? -1 : dateOf(left) > dateOf(right) ? 1 : 0,
  );
}
