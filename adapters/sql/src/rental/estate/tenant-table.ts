import type { Dialect } from "../../engine/dialect.ts";
import { tenantWall } from "../../engine/tenant-wall.ts";

/** What a column holds, and whether it may be null; `searched` is a text with its folded twin beside it. */
type ColumnKind = Kind | `${Kind}?`;
type Kind = keyof Dialect["types"] | "searched";

/** A table of a mandataire's records, as a migration says it. */
export interface TenantTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** What stands in its key behind the mandataire; `id` when absent, a column then. */
  readonly key?: readonly string[];
  /** Which columns name a record of which other table of the same mandataire. Each has an index. */
  readonly references?: Readonly<Record<string, string>>;
  /** Further indexes by name: columns behind the mandataire. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Statements for migrations: a table behind the wall, whose rows refer to nobody else's, since the mandataire is part of
 * every reference. Released migrations are made of this: what it makes of a table never changes.
 */
export function tenantTable(dialect: Dialect, table: TenantTable): readonly string[] {
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
    ...withoutStatistics(dialect, name),
    ...tenantWall(dialect, name, "mandataire_id"),
  ];
}

/**
 * Of a mandataire that came after statistics were gathered, Postgres would foresee no row, take any index that begins with
 * it for as good as the one that was made for a question, and go through all that is the mandataire's. Without statistics
 * of that one column it takes every mandataire for one of two hundred.
 */
function withoutStatistics({ name }: Dialect, table: string): readonly string[] {
  return name === "postgres" ? [`alter table ${table} alter column mandataire_id set statistics 0`] : [];
}

/** The indexes of a list: by when a record was made, and by when it changed. */
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
