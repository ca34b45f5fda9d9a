import { type Condition, fold, type Predicate } from "@cartulary/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Columns, ListRequest } from "./listing.ts";
import { isFoundByIndex, type TextIndex } from "./text-index.ts";

/** A condition of a query on SQLite that an index can answer. */
export interface IndexedSearch {
  /**
   * One row: how many rows the index finds as `n`, and whether they are `few`. Few are looked up and sorted. Of many, each
   * part of the table has some, so that a page is full long before the table has been gone through in the order asked for.
   */
  readonly hits: RawBuilder<unknown>;
  /** The ids of the rows that the index finds. */
  readonly ids: RawBuilder<unknown>;
  /** Whether what the index finds is what the whole query asks for. */
  readonly isAll: boolean;
}

/** The first condition of a query that the index of its column can answer; `null` without any. */
export function indexedSearch<Field extends string>({
  query: { conditions },
  columns,
  dialect,
}: ListRequest<Field>): IndexedSearch | null {
  const condition = dialect.name === "sqlite" && conditions.find((each) => isIndexed(each, columns));
  if (!condition) return null;
  const index = columns[condition.fields[0]].index as TextIndex;
  const isAll = conditions.length === 1 && PARTS.includes(condition.predicate);
  return searchIn(index, fold(String(condition.values[0])), isAll);
}

const PARTS: readonly Predicate[] = ["cont", "i_cont"];
const INDEXED: readonly Predicate[] = [...PARTS, "start", "end"];

const isIndexed = (
  { fields: [field, ...others], predicate, quantifier }: Condition,
  columns: Columns<string>,
): boolean =>
  others.length === 0 && quantifier === undefined && INDEXED.includes(predicate) && columns[field]?.index !== undefined;

/** What is too short for threes of characters is looked for in the texts alone, which are an index of the table, too. */
function searchIn({ table, column, texts, numbers }: TextIndex, part: string, isAll: boolean): IndexedSearch {
  const [text, number, named] = [sql.table(texts), sql.table(numbers), sql.table(table)];
  const found = isFoundByIndex(part)
    ? sql`${text} where ${text} match ${`"${part.replaceAll('"', '""')}"`}`
    : sql`${named} where instr(${sql.ref(column)}, ${part}) > 0`;
  const ids = isFoundByIndex(part)
    ? sql`select id from ${number} where number in (select rowid from ${found})`
    : sql`select id from ${found}`;
  return {
    hits: sql`select n, n * 50 < (select coalesce(max(number), 0) + 50000 from ${number}) as few
      from (select count(*) as n from ${found})`,
    ids,
    isAll,
  };
}
