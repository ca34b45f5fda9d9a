import type { DocumentId } from "@cartulary/documents";
import type { EntryHeading, Indexable, SearchIndex } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { documentViews } from "../documents/views.ts";
import type { SqlTransaction } from "../engine/module.ts";
import { finding, findingShape, rowsOfPage, total } from "./finding.ts";
import { soughtOf } from "./matching.ts";
import { passagesOf } from "./passages.ts";
import type { SearchTables } from "./tables.ts";

export function createSearchIndex(transaction: SqlTransaction<SearchTables>): SearchIndex {
  const { db, dialect } = transaction;
  const { decode } = documentViews(dialect);

  return {
    async find({ role, userId, groupIds }, words, wanted) {
      const sought = soughtOf(words);
      const shape = await findingShape(transaction, role, sought);
      const values = { ...sought, userId, groupIds };
      const { rows } = await finding(transaction, { ...values, ...rowsOfPage(wanted) }, shape);
      const documents = rows.map((row) => decode(row));
      const counted = rows[0] ?? (wanted.page > 1 ? (await total(transaction, values, shape)).rows[0] : undefined);
      const passages = await passagesOf(
        transaction,
        documents.map(({ id }) => id),
        sought.words,
      );
      return {
        ...wanted,
        total: counted?.found_total ?? 0,
        items: documents.map((document) => ({ document, passages: passages.get(document.id) ?? [] })),
      };
    },

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
        .where("documents.id", "in", ids)
        // Whoever writes entries locks documents, one order for all.
        .orderBy("documents.id")
        .execute();
      return rows satisfies readonly Indexable[];
    },

    async outdated(after, limit) {
      const { rows } = await sql<{ readonly id: DocumentId; readonly is_outdated: number }>`
        select each.id, case when entry.document_id is null or entry.changed_at <> each.updated_at
            or entry.blob_key is null or entry.blob_key <> each.blob_key then 1 else 0 end as is_outdated
        from (select id, updated_at, blob_key from documents ${after === null ? sql`` : sql`where id > ${after}`}
          order by id limit ${limit}) as each
        left join search_entries as entry on entry.document_id = each.id
        order by each.id`.execute(db);
      const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
      return { ids: rows.filter(({ is_outdated }) => is_outdated === 1).map(({ id }) => id), last };
    },

    async put({ isRead, text, ...heading }) {
      await sql`insert into search_entries
          (document_id, changed_at, blob_key, name_words, description_words, text_words, text)
        select id, updated_at, ${isRead ? sql.ref("blob_key") : sql`null`}, ${heading.nameWords},
          ${heading.descriptionWords}, ${text?.words ?? ""}, ${text?.text ?? null}
        from documents where ${isAsJudged(heading)} ${dialect.forShare}
        on conflict (document_id) do update set changed_at = excluded.changed_at, blob_key = excluded.blob_key,
          name_words = excluded.name_words, description_words = excluded.description_words,
          text_words = excluded.text_words, text = excluded.text`.execute(db);
    },

    async describe(heading) {
      await sql`update search_entries
        set changed_at = documents.updated_at, name_words = ${heading.nameWords},
          description_words = ${heading.descriptionWords}
        from documents
        where search_entries.document_id = documents.id and search_entries.blob_key = documents.blob_key
          and ${isAsJudged(heading)}`.execute(db);
    },
  };
}

/** Whether a row of `documents` is what the words of an entry were made of. */
function isAsJudged({ of: { documentId, name, description, blobKey } }: EntryHeading): RawBuilder<SqlBool> {
  const described =
    description === null ? sql`documents.description is null` : sql`documents.description = ${description}`;
  return sql`documents.id = ${documentId} and documents.name = ${name} and ${described} and documents.blob_key = ${blobKey}`;
}
