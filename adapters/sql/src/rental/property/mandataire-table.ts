import type { Dialect, Kind as StoredKind } from "../../engine/dialect.ts";
import { rowLevelSecurity } from "../../engine/row-level-security.ts";

/** The kind of a column, with `?` if nullable; `searched` is a text with a folded column. */
type ColumnKind = Kind | `${Kind}?`;
type Kind = StoredKind | "searched";

/** The table of a mandataire's records, for a migration. */
export interface MandataireTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The key columns after the mandataire; `id` if absent. */
  readonly key?: readonly string[];
  /** Foreign keys: columns and the tables of the same mandataire that they refer to. Each has an index. */
  readonly references?: Readonly<Record<string, string>>;
  /** Further indexes by name: the columns after the mandataire. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Statements for migrations: a table with row-level security. Each foreign key includes the mandataire, so rows cannot
 * refer to another mandataire's rows. Released migrations use this function, so its output for a table must not change.
 */
export function mandataireTable(dialect: Dialect, table: MandataireTable): readonly string[] {
  const { name, columns, key = ["id"], references = {}, indexes = {} } = table;
  const { types, tableOptions } = dialect;
  const own = key.includes("id") && !("id" in columns) ? [`id ${types.id} not null`] : [];
  const foreign = Object.entries(references).map(
    ([column, target]) => `foreign key (mandataire_id, ${column}) references ${target} (mandataire_id, id)`,
  );
  const all = [
    `mandataire_id ${types.id} not null references mandataires (id)`,
    ...own,
    ...Object.entries(columns).flatMap(([column, kind]) => columnsOf(column, kind, dialect)),
    `primary key (mandataire_id, ${key.join(", ")})`,
    ...foreign,
  ];
  const referring = Object.keys(references).filter((column) => key[0] !== column);
  const indexed = {
    ...Object.fromEntries(referring.map((column) => [`${name}_${column}_index`, [column]])),
    ...indexes,
  };
  return [
    `create table ${name} (${all.join(", ")}) ${tableOptions}`,
    ...Object.entries(indexed).map(
      ([index, on]) => `create index ${index} on ${name} (mandataire_id, ${on.join(", ")})`,
    ),
    ...dialect.withoutStatistics(name, "mandataire_id"),
    ...rowLevelSecurity(dialect, name, "mandataire_id"),
  ];
}

/**
 * Statements for migrations: columns of a table may be null from now on. SQLite cannot change a column, so the table is
 * made again as `table` says, which names all its columns, with its rows; references to it are checked at the commit.
 */
export function letBeNull(
  dialect: Dialect,
  table: MandataireTable,
  { nullable, more = [] }: { readonly nullable: readonly string[]; readonly more?: readonly string[] },
): readonly string[] {
  const { name, columns } = table;
  if (dialect.name === "postgres")
    return nullable.map((column) => `alter table ${name} alter column ${column} drop not null`);
  const kept = ["mandataire_id", "id", ...Object.entries(columns).flatMap(([column, kind]) => namesOf(column, kind))];
  return [
    "pragma defer_foreign_keys = on",
    `create table before_${name} as select * from ${name}`,
    `drop table ${name}`,
    ...mandataireTable(dialect, table),
    ...more,
    `insert into ${name} (${kept.join(", ")}) select ${kept.join(", ")} from before_${name}`,
    `drop table before_${name}`,
  ];
}

const namesOf = (column: string, kind: ColumnKind): readonly string[] =>
  kind.startsWith("searched") ? [column, `${column}_fold`] : [column];

/** The indexes of a list by creation and by last change. */
export function datedIndexes(table: string): Readonly<Record<string, readonly string[]>> {
  return {
    [`${table}_created_at_index`]: ["created_at", "id"],
    [`${table}_updated_at_index`]: ["updated_at", "id"],
  };
}

function columnsOf(column: string, kind: ColumnKind, { types }: Dialect): readonly string[] {
  const bare = kind.replace("?", "") as Kind;
  const constraint = kind.endsWith("?") ? "" : " not null";
  if (bare !== "searched") return [`${column} ${types[bare]}${constraint}`];
  return [`${column} ${types.text}${constraint}`, `${column}_fold ${types.text}${constraint}`];
}
