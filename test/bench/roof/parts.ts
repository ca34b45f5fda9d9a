import type { RoofDatabase } from "./database.ts";

/** Parts of statements that each engine wants in its own words. */
export interface Parts {
  inSet(column: string, ids: string): string;
  contains(column: string, word: string): string;
  /** Joins each row of `outer` with its rows of `table`, by the index and never by reading the whole table. */
  joined(outer: string, table: string, inner: string, where: string): string;
  /** Joins the row of `table` for each row; nulls where there is none. */
  lookedUp(table: string, as: string, where: string): string;
  /** The ids of the folder that is selected and of all above it, each with the distance 1. */
  above(folder: string): string;
  /** The rank of the caller `$2` by all grants on what `places` selects, and how far away the furthest of them is. */
  reached(places: string): string;
  readonly forShare: string;
  readonly forUpdate: string;
}

const RANK = `case level when 'read' then 1 when 'write' then 2 else 3 end`;

export function partsFor(engine: RoofDatabase["engine"]): Parts {
  const postgres = engine === "postgres";
  const joined: Parts["joined"] = (outer, table, inner, where) =>
    postgres
      ? `${outer} cross join lateral (select * from ${table} where ${where} offset 0) as ${inner}`
      : `${outer} cross join ${table} as ${inner} on ${where}`;
  return {
    inSet: (column, ids) => (postgres ? `${column} = any (array(${ids}))` : `${column} in (${ids})`),
    contains: (column, word) => `${postgres ? "strpos" : "instr"}(${column}, ${word}) > 0`,
    joined,
    lookedUp: (table, as, where) =>
      postgres
        ? `left join lateral (select * from ${table} as ${as} where ${where} offset 0) as ${as} on true`
        : `left join ${table} as ${as} on ${where}`,
    above: (folder) => `
    with recursive above (id, parent) as (
      select id, documents_folder_id from folders where id = ${folder}
      union all
      select folders.id, folders.documents_folder_id from above cross join folders where folders.id = above.parent
    ) select id, 1 as distance from above`,
    reached(places) {
      const grants = joined(
        `(${places}) as places`,
        "grants",
        "reaching",
        "resource_id = places.id and subject_id = $2",
      );
      return `(select max(${RANK}) as rank, max(distance) as distance from ${grants}) as reached`;
    },
    forShare: postgres ? "for share" : "",
    forUpdate: postgres ? "for update" : "",
  };
}
