import type { DocumentId } from "@cartulary/documents";
import type { Entry, EntryHeading } from "@cartulary/search";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import type { SearchTables } from "./tables.ts";

type Judged = EntryHeading["of"];

interface PutValues extends Judged {
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
    { nameWords, descriptionWords, textWords, text, ...of }: PutValues,
    { isRead }: { readonly isRead: boolean },
  ) =>
    sql<Written>`insert into search_entries
        (document_id, changed_at, blob_key, name_words, description_words, text_words, text)
      select id, updated_at, ${isRead ? sql.ref("blob_key") : sql`null`}, ${nameWords}, ${descriptionWords},
        ${textWords}, ${text}
      from documents where ${isAsJudged(of)} ${dialect.forShare}
      on conflict (document_id) do update set changed_at = excluded.changed_at, blob_key = excluded.blob_key,
        name_words = excluded.name_words, description_words = excluded.description_words,
        text_words = excluded.text_words, text = excluded.text
      returning document_id`.compile(db),
);

/**
 * Writes whole entries, but those of documents that are others by now. SQLite's index of words gets all of them at last:
 * it writes what it has been given before each statement that may be undone alone, a small index for every entry.
 */
export async function putEntries(source: Source<SearchTables>, entries: readonly Entry[]): Promise<void> {
  const written: Entry[] = [];
  for (const entry of entries) {
    const { of, nameWords, descriptionWords, text, isRead } = entry;
    const { documentId, name, description, blobKey } = of;
    const words = { nameWords, descriptionWords, textWords: text?.words ?? "", text: text?.text ?? null };
    const { rows } = await putting(source, { documentId, name, description, blobKey, ...words }, { isRead });
    if (rows.length > 0) written.push(entry);
  }
  if (source.dialect.name === "postgres") return;
  for (const { of, nameWords, descriptionWords, text } of written) {
    const { documentId } = of;
    await wording(source, { documentId, nameWords, descriptionWords, textWords: text?.words ?? "" }, undefined);
  }
}

interface Words {
  readonly documentId: DocumentId;
  readonly nameWords: string;
  readonly descriptionWords: string;
}

const wording = statement(
  ({ db }: Source<SearchTables>, { textWords, ...words }: Words & { readonly textWords: string }) =>
    wordsOf(words, sql`${textWords}`).compile(db),
);

/** In place of the words that the entry had. */
const wordsOf = ({ documentId, nameWords, descriptionWords }: Words, textWords: RawBuilder<unknown>) => sql`
  insert or replace into search_texts (rowid, name_words, description_words, text_words) values (
    (select number from search_numbers where document_id = ${documentId}), ${nameWords}, ${descriptionWords}, ${textWords})`;

/** The same of an entry but for its text, where that is the present content's. */
export async function describeEntry(
  { db, dialect }: Source<SearchTables>,
  { of, nameWords, descriptionWords }: EntryHeading,
): Promise<void> {
  const { rows } = await sql<Written>`update search_entries
    set changed_at = documents.updated_at, name_words = ${nameWords}, description_words = ${descriptionWords}
    from documents
    where search_entries.document_id = documents.id and search_entries.blob_key = documents.blob_key
      and ${isAsJudged(of)} returning document_id`.execute(db);
  if (dialect.name === "postgres" || rows.length === 0) return;
  const { documentId } = of;
  const textWords = sql`(select text_words from search_entries where document_id = ${documentId})`;
  await wordsOf({ documentId, nameWords, descriptionWords }, textWords).execute(db);
}

/** Whether a row of `documents` is what the words of an entry were made of. */
function isAsJudged({ documentId, name, description, blobKey }: Judged): RawBuilder<SqlBool> {
  const described = sql`coalesce(documents.description, '') = coalesce(${description}, '')`;
  return sql`documents.id = ${documentId} and documents.name = ${name} and ${described} and documents.blob_key = ${blobKey}`;
}
