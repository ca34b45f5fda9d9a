import { type TagField, type TagStore, tagListing } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import type { Columns } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { readable } from "../access.ts";
import type { DocumentTables } from "../tables.ts";

const NAME = { ref: "tags.name", nullable: false };

/** No two tags have the same folded name, so that an id, which they do not have, would break no tie. */
const columns: Columns<TagField | "id"> = { name: NAME, id: NAME };

export function createTagStore({ db, dialect }: SqlTransaction<DocumentTables>): TagStore {
  return {
    list: (caller, query) =>
      pageOf(
        db
          .with("tags", () => sql<{ readonly name: string; readonly name_fold: string }>`(${merged(dialect, caller)})`)
          .selectFrom("tags"),
        { listing: tagListing, query, columns, dialect },
        (matching) => matching.select("tags.name"),
        ({ name }) => ({ name }),
      ),
  };
}

/** Each tag that the caller may read, under the first of its spellings. */
function merged(dialect: Dialect, caller: Caller): RawBuilder<unknown> {
  return sql`
    select min(name) as name, name_fold
    from (${spelt(dialect, "folders", caller)} union all ${spelt(dialect, "documents", caller)}) as spelt
    group by name_fold`;
}

/** The tags of one table's rows, as they are spelt there, beside their folded twins. */
function spelt(dialect: Dialect, table: "folders" | "documents", caller: Caller): RawBuilder<unknown> {
  const [tags, twins] = [sql.ref(`${table}.tags`), sql.ref(`${table}.tags_fold`)];
  const shown = sql`${twins} <> '[]' and ${readable(dialect, table, caller)}`;
  return dialect.name === "postgres"
    ? sql`
      select each.name collate "C" as name, each.name_fold collate "C" as name_fold
      from ${sql.table(table)} cross join lateral rows from (
        json_array_elements_text(${tags}), json_array_elements_text(cast(${twins} as json))
      ) as each (name, name_fold)
      where ${shown}`
    : sql`
      select each.value as name, twin.value as name_fold
      from ${sql.table(table)} cross join json_each(${tags}) as each cross join json_each(${twins}) as twin
      where twin.key = each.key and ${shown}`;
}
