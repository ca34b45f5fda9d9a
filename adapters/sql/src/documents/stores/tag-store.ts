import { type TagField, type TagStore, tagListing } from "@cartulary/documents";
import type { Caller } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import type { Columns } from "../../records/listing.ts";
import { pageOf } from "../../records/pages.ts";
import { isReadable } from "../access.ts";
import type { DocumentTables } from "../tables.ts";

const NAME = { ref: "tags.name", nullable: false };

/** Tags have no id, and their folded names are unique, so the name also serves as the tie-breaker. */
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

/** Selects each tag that the caller may read, in the first of its spellings. */
function merged(dialect: Dialect, caller: Caller): RawBuilder<unknown> {
  return sql`
    select min(name) as name, name_fold
    from (${tagsOf(dialect, "folders", caller)} union all ${tagsOf(dialect, "documents", caller)}) as spellings
    group by name_fold`;
}

/** Selects the tags of one table's rows, with their folded forms. */
function tagsOf(dialect: Dialect, table: "folders" | "documents", caller: Caller): RawBuilder<unknown> {
  const [tags, twins] = [sql.ref(`${table}.tags`), sql.ref(`${table}.tags_fold`)];
  const shown = sql`${twins} <> '[]' and ${isReadable(dialect, table, caller)}`;
  const { join, left, right } = dialect.zipLists(tags, twins);
  return sql`select ${left} as name, ${right} as name_fold from ${sql.table(table)} ${join} where ${shown}`;
}
