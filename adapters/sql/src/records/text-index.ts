import { codePoints } from "@cartulary/kernel";
import type { Dialect } from "../engine/dialect.ts";

/** Whether a part of a text is long enough to be found by an index: it is made of threes of characters. */
export function isFoundByIndex(part: string): boolean {
  return codePoints(part) >= 3;
}

/** The same of Postgres, whose index has no threes with anything but letters and digits: without any it is gone through whole. */
export function isFoundByTrigrams(part: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(part);
}

/** What SQLite's index of a text is made of. */
export interface TextIndex {
  readonly table: string;
  /** The folded text. Beside the other index, the table has one of it and the id. */
  readonly column: string;
  /** The threes of characters of each text (FTS5, `trigram`), by the number of its row. */
  readonly texts: string;
  /** The number of each row by its `id`: those that SQLite gives rows itself change when a file is compacted. */
  readonly numbers: string;
}

/** The index of a folded text of a table with a key `id`. */
export function textIndexOf(table: string, text = "name"): TextIndex {
  const name = `${table}_${text}`;
  return { table, column: `${text}_fold`, texts: `${name}_texts`, numbers: `${name}_numbers` };
}

/**
 * Statements for migrations: lets a part of a text be found by an index. What is there is put into it.
 *
 * On Postgres it is an extension, which the server's packages have and a role may be refused to make: without it there is
 * no index, and the answers are the same. Whoever makes the extension later makes the index, too (docs/decisions/0056).
 */
export function indexedText(dialect: Dialect, table: string, text = "name"): readonly string[] {
  return dialect.name === "sqlite" ? onSqlite(textIndexOf(table, text)) : onPostgres(table, text);
}

/**
 * Statements for migrations, after {@link indexedText}: on Postgres what was written lately stands in a list, which every
 * search goes through until it is put into the index. So the list is as short as the server allows (in kB), and whoever
 * makes it longer waits for a moment, not for four megabytes of it.
 */
export function shortlyListed(dialect: Dialect, table: string, text = "name"): readonly string[] {
  if (dialect.name === "sqlite") return [];
  return [`alter index if exists ${table}_${text}_trigrams set (gin_pending_list_limit = 64)`];
}

function onSqlite({ table, column, texts, numbers }: TextIndex): readonly string[] {
  const number = (id: string) => `(select number from ${numbers} where id = ${id})`;
  return [
    `create table ${numbers} (number integer primary key not null, id text not null unique) strict`,
    `create virtual table ${texts} using fts5 (
      ${column}, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    )`,
    `insert into ${numbers} (id) select id from ${table}`,
    `insert into ${texts} (rowid, ${column})
      select number, ${column} from ${numbers} cross join ${table} on ${table}.id = ${numbers}.id`,
    `create trigger ${texts}_inserted after insert on ${table} begin
      insert into ${numbers} (id) values (new.id);
      insert into ${texts} (rowid, ${column}) values (${number("new.id")}, new.${column});
    end`,
    `create trigger ${texts}_updated after update of ${column} on ${table} when old.${column} <> new.${column} begin
      update ${texts} set ${column} = new.${column} where rowid = ${number("new.id")};
    end`,
    `create trigger ${texts}_deleted after delete on ${table} begin
      delete from ${texts} where rowid = ${number("old.id")};
      delete from ${numbers} where id = old.id;
    end`,
  ];
}

/** An extension that is there already may be in any schema. */
function onPostgres(table: string, text: string): readonly string[] {
  return [
    `do $$
      declare place text;
      begin
        begin
          create extension if not exists pg_trgm;
        exception when insufficient_privilege or undefined_file or feature_not_supported or duplicate_object then null;
        end;
        select nspname into place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
          where extname = 'pg_trgm';
        if place is not null then
          execute format(
            'create index ${table}_${text}_trigrams on ${table} using gin (${text}_fold %I.gin_trgm_ops)', place
          );
        end if;
      end $$`,
  ];
}
