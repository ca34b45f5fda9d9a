import type { Day, Listing, ListQuery, Page } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental";
import {
  type Compilable,
  type QueryCreator,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { Dialect } from "../../engine/dialect.ts";
import type { Source } from "../../engine/statement.ts";
import type { Columns } from "../../records/listing.ts";
import { pages } from "../../records/pages.ts";
import type { EstateTables } from "./tables.ts";

/** What every list of the estate is asked for: whose, and on which day. Texts are made once, of slots for these. */
export interface Asked {
  readonly mandataireId: MandataireId;
  readonly today: Day;
}

/** Rows of which nothing is selected yet. */
// biome-ignore lint/suspicious/noExplicitAny: which of the estate's tables are joined is each family's own.
type Rows = SelectQueryBuilder<EstateTables, any, NonNullable<unknown>>;

/** A list of the records of one mandataire. */
interface EstateList<Field extends string> {
  readonly listing: Listing<Field>;
  readonly columns: Columns<Field>;
  readonly table: keyof EstateTables & string;
  /**
   * What stands in the table's place, under its name: its rows with what is computed of each on a day, so that it can be
   * filtered and sorted by. Both engines see through it to the indexes of the table.
   */
  readonly source?: (asked: Asked, dialect: Dialect) => RawBuilder<unknown>;
  /** Which of the table's rows are listed at all. */
  readonly among?: RawBuilder<SqlBool>;
  /** What a condition or an order needs beside the table: joins, as text. */
  readonly joins?: (asked: Asked) => RawBuilder<unknown>;
  /** The page's rows with what they are answered with. */
  readonly rows: (from: QueryCreator<EstateTables>, asked: Asked, dialect: Dialect) => Rows;
  // biome-ignore lint/suspicious/noExplicitAny: a row is what its family decodes.
  readonly select: (rows: Rows, source: Source<EstateTables>, asked: Asked) => Compilable<any>;
}

/**
 * One page of a mandataire's records, in one statement: what matches is sorted and counted by ids, and what is computed of
 * a record is computed of those on the page alone.
 */
export function estatePages<Field extends string>({
  listing,
  columns,
  table,
  source: ofDay = () => sql.table(table),
  among = sql<SqlBool>`1 = 1`,
  joins = () => sql``,
  rows,
  select,
}: EstateList<Field>) {
  const page = pages<EstateTables, never, never, Field, Asked, undefined>(
    { listing, columns },
    (source: Source<EstateTables>, asked: Asked) =>
      ({
        from: source.db,
        all: rows(source.db, asked, source.dialect)
          .where(sql.ref(`${table}.mandataire_id`), "=", asked.mandataireId)
          .where(among),
        ways: (keys: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
          sql`select ${keys} from ${ofDay(asked, source.dialect)} ${joins(asked)}
            where ${sql.ref(`${table}.mandataire_id`)} = ${asked.mandataireId} and ${among} and ${condition}`,
        rows: (from: QueryCreator<EstateTables>, ids: RawBuilder<unknown>) =>
          rows(from, asked, source.dialect)
            .where(sql.ref(`${table}.mandataire_id`), "=", asked.mandataireId)
            .where(sql.ref(`${table}.id`), "in", sql`(${ids})`),
        select: (matching: Rows) => select(matching, source, asked),
      }) as never,
  );
  return <Item, Row>(
    source: Source<EstateTables>,
    query: ListQuery<Field>,
    asked: Asked,
    decode: (row: Row) => Item,
  ): Promise<Page<Item>> => page(source, { query, values: asked, shape: undefined }, decode as never);
}
