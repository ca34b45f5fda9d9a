import type { Day, Listing, ListQuery, Page } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
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

/** The mandataire and the day of a list. Statements are compiled once, with slots for these. */
export interface ListScope {
  readonly mandataireId: MandataireId;
  readonly today: Day;
}

/** A query without selected columns. A left join makes the columns of a table of `Joined` nullable. */
type Rows<Joined, Names extends keyof Joined> = SelectQueryBuilder<Joined, Names, NonNullable<unknown>>;

interface EstateList<Field extends string, Joined, Names extends keyof Joined> {
  readonly listing: Listing<Field>;
  readonly columns: Columns<Field>;
  readonly table: string;
  /** Replaces the table: its rows with fields computed for a day. Both engines still use the table's indexes. */
  readonly source?: (scope: ListScope, dialect: Dialect) => RawBuilder<unknown>;
  /** The condition of all listed rows. */
  readonly among?: RawBuilder<SqlBool>;
  /** Joins for conditions and orders, as text. */
  readonly joins?: (scope: ListScope) => RawBuilder<unknown>;
  /** The rows of a page with their joins. */
  readonly rows: (from: QueryCreator<EstateTables>, scope: ListScope, dialect: Dialect) => Rows<Joined, Names>;
  // biome-ignore lint/suspicious/noExplicitAny: a row is what its family decodes.
  readonly select: (rows: Rows<Joined, Names>, source: Source<EstateTables>, scope: ListScope) => Compilable<any>;
}

/**
 * Lists a mandataire's records in one statement: matching rows are sorted and counted by id, and computed fields are
 * only computed for the rows of the page.
 */
export function estatePages<Field extends string, Joined, Names extends keyof Joined>({
  listing,
  columns,
  table,
  source: ofDay = () => sql.table(table),
  among = sql<SqlBool>`1 = 1`,
  joins = () => sql``,
  rows,
  select,
}: EstateList<Field, Joined, Names>) {
  const isOwn = ({ mandataireId }: ListScope) =>
    sql<SqlBool>`${sql.ref(`${table}.mandataire_id`)} = ${mandataireId} and ${among}`;
  const page = pages({ listing, columns }, (source: Source<Joined>, scope: ListScope) => {
    // The tables of the record type before joins.
    const unjoined = source as unknown as Source<EstateTables>;
    const { dialect } = source;
    return {
      from: source.db as QueryCreator<Joined>,
      all: rows(unjoined.db, scope, dialect).where(isOwn(scope)),
      ways: (keys: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
        sql`select ${keys} from ${ofDay(scope, dialect)} ${joins(scope)} where ${isOwn(scope)} and ${condition}`,
      rows: (from: QueryCreator<Joined>, ids: RawBuilder<unknown>) =>
        rows(from as unknown as QueryCreator<EstateTables>, scope, dialect)
          .where(isOwn(scope))
          .where(sql<SqlBool>`${sql.ref(`${table}.id`)} in (${ids})`),
      select: (matching: Rows<Joined, Names>) => select(matching, unjoined, scope),
    };
  });
  return <Item, Row>(
    source: Source<EstateTables>,
    query: ListQuery<Field>,
    scope: ListScope,
    decode: (row: Row) => Item,
  ): Promise<Page<Item>> =>
    page(source as unknown as Source<Joined>, { query, values: scope, shape: undefined }, decode);
}
