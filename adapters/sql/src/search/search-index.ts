import type { DocumentId } from "@cartulary/documents";
import type { Indexable, SearchIndex } from "@cartulary/search";
import { sql } from "kysely";
import type { SqlTransaction } from "../engine/module.ts";
import { type SearchLimits, searchPage } from "./found-page.ts";
import type { SearchTables } from "./tables.ts";
import { addWords, forgetWords, wordsLike } from "./words-like.ts";
import { describeEntry, putEntries } from "./writing.ts";

/** Looked up for each document: a join would go through all readings where there were few when it was planned. */
const READING = sql<DocumentId | null>`(select document_id from text_readings
  where document_id = documents.id and blob_key = documents.blob_key)`;

export function createSearchIndex(transaction: SqlTransaction<SearchTables>, limits: SearchLimits): SearchIndex {
  const { db } = transaction;

  return {
    find: (caller, terms, wanted) => searchPage(transaction, caller, terms, wanted, limits),

    wordsLike: (word) => wordsLike(transaction, word),

    addWords: (words) => addWords(transaction, words),

    forgetWords: (after, limit) => forgetWords(transaction, after, limit),

    async indexable(ids) {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom("documents")
        .leftJoin("search_entries", "search_entries.document_id", "documents.id")
        .select([
          "documents.id as documentId",
          "documents.name",
          "documents.description",
          "documents.blob_key as blobKey",
        ])
        .select(["documents.byte_size as byteSize", "documents.content_type as contentType"])
        .select(["documents.file_name as fileName", "search_entries.blob_key as readKey"])
        .select(["documents.text_status as textStatus", READING.as("readingId")])
        .where("documents.id", "in", ids)
        // Writers of entries lock their documents in this order.
        .orderBy("documents.id")
        .execute();
      return rows.map(({ readingId, ...row }) => ({ ...row, isBeingRead: readingId !== null }) satisfies Indexable);
    },

    async outdated(after, limit) {
      const { rows } = await sql<{ readonly id: DocumentId; readonly is_outdated: number }>`
        select each.id, case when entry.document_id is null or entry.changed_at <> each.updated_at
            or entry.blob_key is null or entry.blob_key <> each.blob_key
            or each.text_status = 'pending' and not exists (select 1 from text_readings as reading
              where reading.document_id = each.id and reading.blob_key = each.blob_key)
            then 1 else 0 end as is_outdated
        from (select id, updated_at, blob_key, text_status from documents ${after === null ? sql`` : sql`where id > ${after}`}
          order by id limit ${limit}) as each
        left join search_entries as entry on entry.document_id = each.id
        order by each.id`.execute(db);
      const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
      return { ids: rows.filter(({ is_outdated }) => is_outdated === 1).map(({ id }) => id), last };
    },

    put: (entries) => putEntries(transaction, entries),

    describe: (heading) => describeEntry(transaction, heading),
  };
}
