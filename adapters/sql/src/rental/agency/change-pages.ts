import type { Page } from "@cartulary/kernel";
import type { Change, ChangesQuery } from "@cartulary/rental/agency";
import { type RawBuilder, sql } from "kysely";
import { type Dialect, instantFrom, type StoredInstant } from "../../engine/dialect.ts";

/** The parameters of a page: the cursor in the order of changes, limit and offset. */
export interface PageParameters {
  readonly since: unknown;
  readonly afterId: unknown;
  readonly limit: unknown;
  readonly offset: unknown;
}

/** Smaller than every other id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export function cursorOf({ since, afterId, page, perPage }: ChangesQuery, { instant }: Dialect): PageParameters {
  return { since: instant(since), afterId: afterId ?? FIRST_ID, limit: perPage, offset: (page - 1) * perPage };
}

/** The condition that a row follows the cursor: a row value comparison, which matches the order of the indexes. */
export function isAfterCursor(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { since, afterId }: PageParameters,
): RawBuilder<unknown> {
  return sql`(${at}, ${id}) > (${since}, ${afterId})`;
}

/** One page of changes from several selections of `id`, `at` and `state`, with the total. */
export function pageOfChanges(selections: readonly RawBuilder<unknown>[], { limit, offset }: PageParameters) {
  return sql<ChangeRow>`with changes as (${sql.join(selections, sql` union all `)}),
    page as (select id, at, state from changes order by at, id limit ${limit} offset ${offset})
    select page.id, page.at, page.state, counted.total
    from (select count(*) as total from changes) as counted left join page on 1 = 1
    order by page.at, page.id`;
}

/** A change with the total; `id` is null if the page is empty. */
interface ChangeRow {
  readonly id: Change["id"] | null;
  readonly at: StoredInstant;
  readonly state: Change["state"];
  readonly total: number;
}

export function changesFrom({ page, perPage }: ChangesQuery, rows: readonly unknown[]): Page<Change> {
  const found = rows as readonly ChangeRow[];
  const items = found.flatMap(({ id, at, state }) => (id === null ? [] : [{ id, at: instantFrom(at), state }]));
  return { items, total: found[0]?.total ?? 0, page, perPage };
}
