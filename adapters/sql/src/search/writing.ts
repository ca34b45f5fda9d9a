import type { DocumentId } from "@cartulary/documents";
import type { Entry, EntryHeading } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import type { SearchTables } from "./tables.ts";
import { headingTerms, textTerms } from "./terms.ts";

type Judged = EntryHeading["of"];

interface PutValues extends Judged {
  readonly headingTerms: string;
  readonly textTerms: string;
  readonly nameWords: string;
  readonly descriptionWords: string;
  readonly textWords: string;
  readonly text: string | null;
}

interface Written {
  readonly document_id: DocumentId;
}

const putting = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { headingTerms, textTerms, nameWords, descriptionWords, textWords, text, ...of }: PutValues,
    { isRead }: { readonly isRead: boolean },
  ) =>
    sql<Written>`insert into search_entries
        (document_id, changed_at, blob_key, heading_terms, text_terms, name_words, description_words, text_words, text)
      select id, updated_at, ${isRead ? sql.ref("blob_key") : sql`null`}, ${headingTerms}, ${textTerms}, ${nameWords},
        ${descriptionWords}, ${textWords}, ${text}
      from documents where ${isAsJudged(of)} ${dialect.forShare}
      on conflict (document_id) do update set changed_at = excluded.changed_at, blob_key = excluded.blob_key,
        heading_terms = excluded.heading_terms, text_terms = excluded.text_terms,
        name_words = excluded.name_words, description_words = excluded.description_words,
        text_words = excluded.text_words, text = excluded.text
      returning document_id`.compile(db),
);

/**
 * Writes whole entries, but those of documents that are others by now. SQLite's index of terms gets all of them at last:
 * it writes what it holds before each statement that may be undone alone, a small index for every entry.
 */
export async function putEntries(source: Source<SearchTables>, entries: readonly Entry[]): Promise<void> {
  const written: DocumentId[] = [];
  let length = 0;
  for (const entry of entries) {
    const { of, name, description, text, isRead } = entry;
    const values = {
      ...{ documentId: of.documentId, name: of.name, description: of.description, blobKey: of.blobKey },
      ...{ headingTerms: headingTerms(name, description), textTerms: textTerms(text) },
      ...{ nameWords: name.words, descriptionWords: description.words },
      ...{ textWords: text?.words ?? "", text: text?.text ?? null },
    };
    const { rows } = await putting(source, values, { isRead });
    if (rows.length > 0) written.push(of.documentId);
    length += values.textTerms.length;
  }
  await source.dialect.termIndex.index(source, written, length);
}

/** Updates the name and description of an entry whose text is that of the current content. */
export async function describeEntry(source: Source<SearchTables>, heading: EntryHeading): Promise<void> {
  const { of, name, description } = heading;
  const { rows } = await sql<Written>`update search_entries
    set changed_at = documents.updated_at, heading_terms = ${headingTerms(name, description)},
      name_words = ${name.words}, description_words = ${description.words}
    from documents
    where search_entries.document_id = documents.id and search_entries.blob_key = documents.blob_key
      and ${isAsJudged(of)} returning document_id`.execute(source.db);
  if (rows.length > 0) await source.dialect.termIndex.index(source, [of.documentId], 0);
}

/** True if a row of `documents` still has the values from which the terms were computed. */
function isAsJudged({ documentId, name, description, blobKey }: Judged): RawBuilder<SqlBool> {
  const described = sql`coalesce(documents.description, '') = coalesce(${description}, '')`;
  return sql`documents.id = ${documentId} and documents.name = ${name} and ${described} and documents.blob_key = ${blobKey}`;
}
