import type { Dialect } from "../engine/dialect.ts";
import type { Migration } from "../engine/migration.ts";

/** The schema of this module, step by step. */
export const searchMigrations: readonly Migration[] = [
  {
    name: "2026-12-01 search: what documents say",
    up: (dialect) => [entries(dialect), ...(dialect.name === "sqlite" ? ON_SQLITE : ON_POSTGRES)],
  },
  {
    name: "2026-12-08 search: which documents have the common words",
    up: (dialect) => [
      ...(dialect.name === "sqlite" ? SLOTS_ON_SQLITE : SLOTS_ON_POSTGRES),
      ...SLOT_INDEXES,
      ...segments(dialect),
    ],
  },
  { name: "2027-01-27 search: terms", up: (dialect) => [...removed(dialect), ...terms(dialect)] },
  { name: "2027-02-03 search: how far texts were read", up: (dialect) => [textReadings(dialect)] },
  { name: "2027-02-10 search: hits", up: ({ name }) => (name === "sqlite" ? [] : HITS_ON_POSTGRES) },
];

const textReadings = ({ types: { id, text, integer, boolean, json }, tableOptions }: Dialect): string => `
  create table text_readings (
    document_id ${id} primary key not null references documents (id) on delete cascade,
    blob_key ${text} not null,
    has_pages ${boolean} not null,
    text ${text} not null,
    next_page ${integer},
    unrecognized ${json} not null,
    has_gaps ${boolean} not null,
    is_read_on ${boolean} not null,
    cpu_milliseconds ${integer} not null,
    failures ${integer} not null,
    steps ${integer} not null
  ) ${tableOptions}`;

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

/** All words of an entry on Postgres, by which it was found. */
const ALL_WORDS = "string_to_array(name_words || description_words || text_words, ' ')";

/** Rows stay short, so that many are read quickly: long values are stored outside the row. */
const ON_POSTGRES: readonly string[] = [
  "alter table search_entries set (toast_tuple_target = 128)",
  `create index search_entries_words_index on search_entries using gin ((${ALL_WORDS}))`,
];

const number = (id: string) => `(select number from search_numbers where document_id = ${id})`;

/**
 * The words by FTS5, which takes them as they are: its tokenizer `ascii` ends words at spaces and leaves everything beyond
 * ASCII alone. A second table has the sort keys of many hits, in the shortest rows possible.
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

/**
 * A change clears the slot of an entry, because its words or its sort moment changed. The writers of entries write the
 * words themselves, in batches.
 */
const SLOTS_ON_SQLITE: readonly string[] = [
  "alter table search_numbers add column slot integer",
  "drop trigger search_entries_inserted",
  `create trigger search_entries_inserted after insert on search_entries begin
    insert into search_numbers (document_id, changed_at, name_words, description_words)
      values (new.document_id, new.changed_at, new.name_words, new.description_words);
  end`,
  "drop trigger search_entries_worded",
  "drop trigger search_entries_headed",
  `create trigger search_entries_headed after update on search_entries
    when old.changed_at <> new.changed_at or old.name_words <> new.name_words
      or old.description_words <> new.description_words or old.text_words <> new.text_words
  begin
    update search_numbers
      set changed_at = new.changed_at, name_words = new.name_words, description_words = new.description_words, slot = null
      where document_id = new.document_id;
  end`,
  "create table search_vacated (slot integer primary key not null) strict",
  `create trigger search_numbers_vacated after update of slot on search_numbers when new.slot is null and old.slot is not null
  begin
    insert into search_vacated (slot) values (old.slot);
  end`,
  `create trigger search_numbers_deleted after delete on search_numbers when old.slot is not null begin
    insert into search_vacated (slot) values (old.slot);
  end`,
];

const SLOTS_ON_POSTGRES: readonly string[] = [
  `create table search_numbers (
    number bigint generated by default as identity primary key,
    document_id uuid not null unique references search_entries (document_id) on delete cascade,
    changed_at timestamptz(3) not null,
    slot bigint
  )`,
  "insert into search_numbers (document_id, changed_at) select document_id, changed_at from search_entries",
  "create table search_vacated (slot bigint primary key not null)",
  `create function search_entries_numbered() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into search_numbers (document_id, changed_at) values (new.document_id, new.changed_at);
    else
      update search_numbers set changed_at = new.changed_at, slot = null where document_id = new.document_id;
    end if;
    return null;
  end $$`,
  `create trigger search_entries_inserted after insert on search_entries
    for each row execute function search_entries_numbered()`,
  `create trigger search_entries_headed after update on search_entries for each row
    when (old.changed_at <> new.changed_at or old.name_words <> new.name_words
      or old.description_words <> new.description_words or old.text_words <> new.text_words)
    execute function search_entries_numbered()`,
  `create function search_numbers_vacate() returns trigger language plpgsql as $$ begin
    insert into search_vacated (slot) values (old.slot);
    return null;
  end $$`,
  `create trigger search_numbers_vacated after update of slot on search_numbers for each row
    when (new.slot is null and old.slot is not null) execute function search_numbers_vacate()`,
  `create trigger search_numbers_deleted after delete on search_numbers for each row
    when (old.slot is not null) execute function search_numbers_vacate()`,
];

/** By slot, and those that have none in the order of their moments; all in that order. */
const SLOT_INDEXES: readonly string[] = [
  "create index search_numbers_slots on search_numbers (slot, changed_at, document_id)",
  "create index search_numbers_latest on search_numbers (changed_at, document_id, slot)",
];

/** Segments are numbered in the order in which they were sealed. */
const segments = ({ types: { text, integer, instant }, tableOptions }: Dialect): readonly string[] => [
  `create table search_segments (
    segment ${integer} primary key not null,
    oldest ${instant} not null,
    latest ${instant} not null,
    live ${text} not null
  ) ${tableOptions}`,
  `create table search_common_words (word ${text} primary key not null) ${tableOptions}`,
  `create table search_postings (
    word ${text} not null,
    segment ${integer} not null,
    bits ${text} not null,
    primary key (word, segment)
  ) ${tableOptions === "" ? "" : `${tableOptions}, without rowid`}`,
  `create table search_sealing (id ${integer} primary key not null, segments ${integer} not null) ${tableOptions}`,
];

/** All that entries were found by. They are written anew from the documents, which the first start finds without one. */
const removed = ({ name }: Dialect): readonly string[] => [
  ...(name === "sqlite" ? ["drop table search_texts"] : []),
  ...["segments", "common_words", "postings", "sealing", "vacated", "numbers", "entries"].map(
    (table) => `drop table search_${table}`,
  ),
  ...(name === "postgres" ? ["drop function search_entries_numbered()", "drop function search_numbers_vacate()"] : []),
];

/** An entry says nothing that its document does not, so that the database may remove it with that. */
const terms = ({ name, types: { id, text, instant }, tableOptions }: Dialect): readonly string[] => [
  `create table search_entries (
    document_id ${id} primary key not null references documents (id) on delete cascade,
    changed_at ${instant} not null,
    blob_key ${text},
    heading_terms ${text} not null,
    text_terms ${text} not null,
    name_words ${text} not null,
    description_words ${text} not null,
    text_words ${text} not null,
    text ${text}${name === "postgres" ? `,\n    terms tsvector generated always as (${TERMS}) stored not null` : ""}
  ) ${tableOptions}`,
  "create index search_entries_latest on search_entries (changed_at, document_id)",
  ...(name === "sqlite" ? TERMS_ON_SQLITE : TERMS_ON_POSTGRES),
  `create table search_words (
    word ${text} primary key not null,
    reversed ${text} not null
  ) ${tableOptions === "" ? "" : `${tableOptions}, without rowid`}`,
  "create index search_words_reversed on search_words (reversed)",
];

/** Our own terms, as they are: no language is read into them. */
const TERMS = "array_to_tsvector(array_remove(string_to_array(heading_terms || text_terms, ' '), ''))";

/** Rows stay short: long values are stored outside the row. */
const TERMS_ON_POSTGRES: readonly string[] = [
  "alter table search_entries set (toast_tuple_target = 128)",
  "create index search_entries_words_index on search_entries using gin (terms)",
];

/**
 * FTS5 takes terms as they are: its tokenizer `ascii` ends them at spaces alone, and leaves what is beyond ASCII as it is.
 * It finds by number, the highest first: so numbers of documents are in the order of their changes . Who writes
 * entries gives them their numbers and writes their terms.
 */
const TERMS_ON_SQLITE: readonly string[] = [
  `create table search_numbers (
    number integer primary key not null,
    document_id text not null unique
  ) strict`,
  `create virtual table search_texts using fts5 (
    terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '~#<>-.,'"
  )`,
  `create trigger search_entries_deleted after delete on search_entries begin
    delete from search_texts where rowid = ${number("old.document_id")};
    delete from search_numbers where document_id = old.document_id;
  end`,
];

const HITS = "select entry.document_id, entry.changed_at from search_entries as entry where entry.terms @@ query";
const HIT_ROWS = "table (document_id uuid, changed_at timestamptz(3))";

const hitFunction = (signature: string, result: string, body: string): string => `
  create function ${signature} returns ${result} language sql stable
  set enable_seqscan = off set enable_indexscan = off as $$ ${body} $$`;

/**
 * Find hits by the index of terms alone: all, the latest, or how many there are up to a limit. The planner takes a
 * comparison with stored terms for cheap, though each reads a long value from TOAST: for few rows, or for sorted rows, it
 * would compare those of all documents. It plans the body of a function separately, with the function's settings.
 */
const HITS_ON_POSTGRES: readonly string[] = [
  hitFunction("search_hits(query tsquery)", HIT_ROWS, `${HITS}`),
  hitFunction(
    "search_latest_hits(query tsquery, most bigint)",
    HIT_ROWS,
    `${HITS}
    order by entry.changed_at desc, entry.document_id desc limit most`,
  ),
  hitFunction(
    "search_hit_count(query tsquery, most bigint)",
    "bigint",
    `select count(*) from (${HITS} limit most) as few`,
  ),
];
