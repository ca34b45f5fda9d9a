import { ROWS_BYTES_MAX } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../engine/dialect.ts";

/** A row that is not read yet, and how long it is. */
export interface SizedRow {
  readonly id: string;
  readonly bytes: number;
}

/** UTF-8 bytes of some columns of a row together, to be selected beside its id. */
export function bytesIn(columns: readonly string[], { byteLength }: Dialect): RawBuilder<number> {
  const lengths = columns.map((column) => sql`coalesce(${byteLength(sql.ref(column))}, 0)`);
  return sql<number>`(${sql.join(lengths, sql` + `)})`;
}

/** The ids of as many rows, from the first one on, as {@link ROWS_BYTES_MAX} allows; of the first one in any case. */
export function idsWithin<Row extends SizedRow>(rows: readonly Row[]): readonly Row["id"][] {
  let bytes = 0;
  const end = rows.findIndex((row, index) => {
    bytes += Number(row.bytes);
    return index > 0 && bytes > ROWS_BYTES_MAX;
  });
  return (end === -1 ? rows : rows.slice(0, end)).map(({ id }) => id);
}

/** Records in the order of their ids. */
export function inOrderOf<Item extends { readonly id: string }>(
  ids: readonly string[],
  items: readonly Item[],
): readonly Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
