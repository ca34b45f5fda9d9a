import type { DocumentId } from "@cartulary/documents";
import type { RankedDocument } from "@cartulary/search";
import { sql } from "kysely";
import { type Source, statement } from "../engine/statement.ts";
import { allHits, entries, isHit } from "./hits.ts";
import { rankedColumns, rankedIn, rankedJoin } from "./placing.ts";
import type { Tier } from "./sought.ts";
import type { SearchTables } from "./tables.ts";

/** Some hits of one match, whoever may read them, the newest first. */
export interface Walked {
  readonly match: string;
  readonly limit: number;
  readonly offset: number;
  readonly tier: Tier;
  /** Whether they are many: then documents are passed in their order until there are enough of them. */
  readonly areMany: boolean;
  /** Whether they are compared. */
  readonly isRanked: boolean;
}

interface WalkedRow {
  readonly id: DocumentId;
  readonly name: string | null;
  readonly description: string | null;
  readonly text_words: string | null;
}

export async function walked(
  source: Source<SearchTables>,
  { match, limit, offset, tier, areMany, isRanked }: Walked,
): Promise<readonly { readonly id: DocumentId; readonly ranked: RankedDocument | null }[]> {
  const shape = `${tier} ${areMany ? "many" : "few"} ${isRanked ? "ranked" : ""}`;
  const { rows } = await walking(source, { matches: [match], limit, offset }, shape);
  return rows.map((row) => ({ id: row.id, ranked: rankedIn(row) }));
}

const walking = statement(
  (
    { db, dialect }: Source<SearchTables>,
    values: { readonly matches: readonly string[] } & Readonly<Record<"limit" | "offset", number>>,
    shape: string,
  ) => {
    const [tier, size, ranked] = shape.split(" ");
    const isRanked = ranked === "ranked";
    const newest = sql`order by changed_at desc, document_id desc limit ${values.limit} offset ${values.offset}`;
    const few = sql`select id, changed_at from (${allHits(dialect, values.matches, { from: entries(dialect).from, where: sql`1 = 1` })}) as hits
      order by changed_at desc, id desc limit ${values.limit} offset ${values.offset}`;
    const passed =
      dialect.name === "sqlite"
        ? sql`(
        select document_id, changed_at, (select number from search_numbers
          where search_numbers.document_id = search_entries.document_id) as number from search_entries) as entry`
        : entries(dialect).from;
    const many = sql`select document_id as id, changed_at from ${passed}
      where ${isHit(dialect, values.matches[0] as string)} ${newest}`;
    return sql<WalkedRow>`select page.id, ${rankedColumns(isRanked, sql`${sql.lit(Number(tier))}`)}
      from (${size === "many" ? many : few}) as page ${rankedJoin(isRanked, sql.ref("page.id"))}
      order by page.changed_at desc, page.id desc`.compile(db);
  },
);
