import { type IndexValueStore, indexValueListing } from "@cartulary/rental/property";
import { sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { rowsOf } from "../../engine/row-codec.ts";
import { insertOf } from "../../engine/row-set.ts";
import { columnsOf } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { type IndexValueTables, indexValueRows } from "./tables/index-values.ts";

const columns = columnsOf(indexValueListing, indexValueRows);

export function createIndexValueStore({ db, dialect }: SqlTransaction<IndexValueTables>): IndexValueStore {
  const rows = rowsOf(indexValueRows, dialect);
  return {
    list: (query) =>
      pageOf(
        db.selectFrom("index_values"),
        { listing: indexValueListing, query, columns, dialect },
        (matching) => matching.select(rows.columns("index_values")),
        rows.decode,
      ),

    async of(codes) {
      const found = await db
        .selectFrom("index_values")
        .select(rows.columns("index_values"))
        .where("index_code", "in", codes)
        .orderBy("index_code")
        .orderBy("period")
        .execute();
      return found.map(rows.decode);
    },

    async save(values) {
      if (values.length === 0) return;
      await sql`${insertOf(indexValueRows, values.map(rows.encode), dialect)}
        on conflict (index_code, period) do update
          set value = excluded.value, published_on = excluded.published_on, updated_at = excluded.updated_at
          where index_values.value <> excluded.value or index_values.published_on <> excluded.published_on`.execute(db);
    },
  };
}
