import { codePoints } from "@cartulary/kernel";
import type { IndexedSearch, SubstringIndex, SubstringIndexOperators } from "@cartulary/sql";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/** FTS5 trigrams of each text, by a separate number: SQLite may change rowids when a file is vacuumed. */
const tablesOf = ({ name }: SubstringIndex) => ({ texts: `${name}_texts`, numbers: `${name}_numbers` });

function create(index: SubstringIndex): readonly string[] {
  const { table, column } = index;
  const { texts, numbers } = tablesOf(index);
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

const TRIGRAM_LENGTH = 3;

/** A part shorter than a trigram is searched in the folded texts, through an index of the table. */
function search(index: SubstringIndex, part: string, isExact: boolean, idIn: RawBuilder<unknown>): IndexedSearch {
  const { texts, numbers } = tablesOf(index);
  const [text, number, table] = [sql.table(texts), sql.table(numbers), sql.table(index.table)];
  const hasTrigrams = codePoints(part) >= TRIGRAM_LENGTH;
  const found = hasTrigrams
    ? sql`${text} where ${text} match ${`"${part.replaceAll('"', '""')}"`}`
    : sql`${table} where instr(${sql.ref(index.column)}, ${part}) > 0`;
  const ids = hasTrigrams
    ? sql`select id from ${number} where number in (select rowid from ${found})`
    : sql`select id from ${found}`;
  const hits = sql`(select n, n * 50 < (select coalesce(max(number), 0) + 50000 from ${number}) as few
      from (select count(*) as n from ${found}))`;
  return {
    sets: (rows) => [
      ["hits", hits],
      ["matching", sql`${rows.where(sql<SqlBool>`${idIn} in (${ids})`).limit(ALL_IF_FEW)}`],
    ],
    many: (rows, limit) => rows.limit(sql<number>`(select case when few then 0 else ${limit} end from hits)`),
    counted: isExact ? sql`(select n from hits)` : null,
  };
}

// SQLite checks for a limit of 0 before it reads a row; it evaluates conditions row by row.
const ALL_IF_FEW = sql<number>`(select case when few then -1 else 0 end from hits)`;

/** Substring search with FTS5. Lists query the index in separate sets, so conditions compare texts without it. */
export const substringIndex: SubstringIndexOperators = {
  create,
  limitPendingList: () => [],
  compare: () => ({ usesLike: () => false, parameter: (part) => sql`${part}` }),
  search(conditions, idIn) {
    for (const { index, part, isExact } of conditions) if (part !== null) return search(index, part, isExact, idIn);
    return null;
  },
};
