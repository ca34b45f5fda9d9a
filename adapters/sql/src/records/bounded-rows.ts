import { ROWS_BYTES_MAX } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

/** The id of a row and its length, known before the row is read. */
export interface SizedRow {
  readonly id: string;
  readonly bytes: number;
}

/** The total UTF-8 length of some columns of a row. */
export function bytesIn(columns: readonly string[], { byteLength }: Dialect): RawBuilder<number> {
  const lengths = columns.map((column) => sql`coalesce(${byteLength(sql.ref(column))}, 0)`);
  return sql<number>`(${sql.join(lengths, sql` + `)})`;
}

/** Returns the ids of the first rows that fit into {@link ROWS_BYTES_MAX} together; at least the first row. */
export function idsWithin<Row extends SizedRow>(rows: readonly Row[]): readonly Row["id"][] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Number(row.bytes);
    return index > 0 && bytes > ROWS_BYTES_MAX;
  });
  return (end === -1 ? rows : rows.slice(0, end)).map(({ id }) => id);
}

/** Sorts records into the order of these ids; leaves out ids without a record. */
export function inOrderOf<Item extends { readonly id: string }>(
  ids: readonly string[],
  items: readonly Item[],
): readonly Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
