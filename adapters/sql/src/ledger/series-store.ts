import type { BookId, SeriesStore } from "@cartulary/ledger";
import { sql } from "kysely";
import type { Row } from "../engine/columns.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { rowsOf } from "../engine/row-codec.ts";
import { insertOf, rowSet } from "../engine/row-set.ts";
import { type LedgerTables, seriesRows } from "./tables.ts";

const KEY = ["society_code", "journal", "year"] as const;

export function createSeriesStore({ db, dialect }: SqlTransaction<LedgerTables>, bookId: BookId): SeriesStore {
  const rows = rowsOf(seriesRows, dialect);
  const decoded = (row: Row<typeof seriesRows>) => {
    const { bookId: _, ...series } = rows.decode(row);
    return series;
  };

  return {
    async lock(keys) {
      if (keys.length === 0) return [];
      const begun = keys
        .map((key) => rows.encode({ bookId, ...key, number: 0, hash: null, validatedAt: null }))
        .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
      await sql`${insertOf(seriesRows, begun, dialect)} on conflict (book_id, society_code, journal, year) do nothing`.execute(
        db,
      );
      const found = await db
        .selectFrom("ledger_series")
        .selectAll()
        .where("book_id", "=", bookId)
        .where(sql<boolean>`(society_code, journal, year) in (${rowSet(seriesRows, KEY, begun, dialect)})`)
        .orderBy("society_code")
        .orderBy("journal")
        .orderBy("year")
        .modifyEnd(dialect.forUpdate)
        .execute();
      const byName = new Map(found.map((row) => [nameOf(row), decoded(row)]));
      return keys.flatMap((key) => byName.get(nameOf({ ...key, society_code: key.societyCode })) ?? []);
    },

    async update(series) {
      if (series.length === 0) return;
      const changed = series.map((each) => rows.encode({ bookId, ...each }));
      const columns = [...KEY, "number", "hash", "validated_at"] as const;
      await sql`update ledger_series set number = changed.number, hash = changed.hash, validated_at = changed.validated_at
        from (${rowSet(seriesRows, columns, changed, dialect)}) as changed
        where ledger_series.book_id = ${bookId} and ledger_series.society_code = changed.society_code
          and ledger_series.journal = changed.journal and ledger_series.year = changed.year`.execute(db);
    },
  };
}

/** The text key of a series, in the order of {@link KEY}. */
const nameOf = ({ society_code, journal, year }: Pick<Row<typeof seriesRows>, (typeof KEY)[number]>): string =>
  JSON.stringify([society_code, journal, year]);
