import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

/** The schema of this module, step by step. */
export const searchMigrations: readonly Migration[] = [
  {
    name: "2026-12-01 search: what documents say",
    up: (dialect) => [entries(dialect), ...(dialect.name === "sqlite" ? ON_SQLITE : ON_POSTGRES)],
  },
];

/** An entry says nothing that its document does not, so that the database may remove it with that. */
const entries = ({ types: { id, text, instant }, tableOptions }: Dialect): string => `
  create table search_entries (
    document_id ${id} primary key not null references documents (id) on delete cascade,
    changed_at ${instant} not null,
    blob_key ${text},
    name_words ${text} not null,
    description_words ${text} not null,
    text_words ${text} not null,
    text ${text}
  ) ${tableOptions}`;

/** All words of an entry on Postgres, by which it is found. */
export const ALL_WORDS = "string_to_array(name_words || description_words || text_words, ' ')";

/** Rows stay short, so that many are looked through quickly: whatever is long is kept beside the table. */
const ON_POSTGRES: readonly string[] = [
  "alter table search_entries set (toast_tuple_target = 128)",
  `create index search_entries_words_index on search_entries using gin ((${ALL_WORDS}))`,
];

const number = (id: string) => `(select number from search_numbers where document_id = ${id})`;

/**
 * The words by FTS5, which takes them as they are: its tokenizer `ascii` ends words at spaces and leaves everything beyond
 * ASCII alone. Beside it what many hits are sorted by, in rows that are as short as they can be.
 */
const ON_SQLITE: readonly string[] = [
  `create table search_numbers (
    number integer primary key not null,
    document_id text not null unique,
    changed_at integer not null,
    name_words text not null,
    description_words text not null
  ) strict`,
  `create virtual table search_texts using fts5 (
    name_words, description_words, text_words,
    content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
  )`,
  `create trigger search_entries_inserted after insert on search_entries begin
    insert into search_numbers (document_id, changed_at, name_words, description_words)
      values (new.document_id, new.changed_at, new.name_words, new.description_words);
    insert into search_texts (rowid, name_words, description_words, text_words)
      values (${number("new.document_id")}, new.name_words, new.description_words, new.text_words);
  end`,
  `create trigger search_entries_headed after update of changed_at, name_words, description_words on search_entries begin
    update search_numbers
      set changed_at = new.changed_at, name_words = new.name_words, description_words = new.description_words
      where document_id = new.document_id;
  end`,
  `create trigger search_entries_worded after update of name_words, description_words, text_words on search_entries
    when old.name_words <> new.name_words or old.description_words <> new.description_words
      or old.text_words <> new.text_words
  begin
    update search_texts
      set name_words = new.name_words, description_words = new.description_words, text_words = new.text_words
      where rowid = ${number("new.document_id")};
  end`,
  `create trigger search_entries_deleted after delete on search_entries begin
    delete from search_texts where rowid = ${number("old.document_id")};
    delete from search_numbers where document_id = old.document_id;
  end`,
];
