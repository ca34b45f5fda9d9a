import { sql } from "kysely";
import { type Asker, readableIds, type Subjects } from "../documents/access.ts";
import { inSet } from "../documents/tree.ts";
import { type Source, statement } from "../engine/statement.ts";
import { entries, hitsOf } from "./hits.ts";
import type { Sought } from "./sought.ts";
import type { SearchTables } from "./tables.ts";

interface CountedRow {
  readonly [column: `count_${number}`]: number | null;
}

/** How many hits each match has, whoever may read them, up to one more than `most`. */
export async function counts(
  source: Source<SearchTables>,
  { alone }: Sought,
  most: number,
): Promise<readonly number[]> {
  const { rows } = await counting(source, { alone, limit: most + 1 }, undefined);
  return alone.map((_, at) => Number(rows[0]?.[`count_${at}`] ?? 0));
}

const counting = statement(
  (
    { db, dialect }: Source<SearchTables>,
    { alone, limit }: { readonly alone: readonly string[]; readonly limit: number },
  ) => {
    const each = alone.map(
      (match, at) =>
        sql`(select count(*) from (${hitsOf(dialect, match)} limit ${limit}) as few) as ${sql.ref(`count_${at}`)}`,
    );
    return sql<CountedRow>`select ${sql.join(each)}`.compile(db);
  },
);

/** How much there is to compare: hits, and where these are many, what the caller may read; each up to a limit. */
export interface Sizes {
  readonly hits: number;
  readonly readable: number;
}

export async function sizes(
  source: Source<SearchTables>,
  { role, userId, groupIds }: Asker,
  { upTo }: Sought,
  limits: Readonly<Record<"hitsMax" | "readableMax", number>>,
): Promise<Sizes> {
  const { rows } = await measuring(source, { userId, groupIds, match: upTo.at(-1) ?? "", ...limits }, role);
  return { hits: Number(rows[0]?.count_0 ?? 0), readable: Number(rows[0]?.count_1 ?? 0) };
}

const measuring = statement(
  (
    { db, dialect }: Source<SearchTables>,
    values: Subjects & { readonly match: string } & Readonly<Record<"hitsMax" | "readableMax", number>>,
    role: Asker["role"],
  ) => {
    const caller = { role, userId: values.userId, groupIds: values.groupIds };
    const { from, document } = entries(dialect);
    const mine = readableIds(dialect, "documents", caller, (ids) => inSet(dialect, "entry.document_id", ids));
    return sql<CountedRow>`with found as materialized (
        select count(*) as hits from (${hitsOf(dialect, values.match)} limit ${values.hitsMax} + 1) as few)
      select hits as count_0, case when hits > ${values.hitsMax}
        then (select count(*) from (select ${document} from ${from} where ${mine} limit ${values.readableMax} + 1) as few) end as count_1
      from found`.compile(db);
  },
);
