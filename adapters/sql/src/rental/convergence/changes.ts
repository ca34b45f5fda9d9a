import type { Page } from "@cartulary/kernel";
import type { Change, ChangeStore, ChangesQuery, FollowedCollection, MandataireId } from "@cartulary/rental";
import { type RawBuilder, sql } from "kysely";
import { instantFrom, type StoredInstant } from "../../engine/dialect.ts";
import type { SqlTransaction } from "../../engine/module.ts";
import { type Source, statement } from "../../engine/statement.ts";
import type { RentalTables } from "../tables.ts";

/** Where the records of a collection that are there lie, and what dates them. */
interface Lying {
  readonly table: string;
  readonly owner?: string;
  readonly dated?: string;
  /** Which rows of the table are of the collection. */
  readonly among?: RawBuilder<unknown>;
}

/** Collections that do not lie in the table of their name, dated by `updated_at`, each row under its mandataire. */
const ELSEWHERE: { readonly [Collection in FollowedCollection]?: readonly Lying[] } = {
  accounting_entries: [
    { table: "ledger_entries", owner: "book_id" },
    { table: "ledger_drafts", owner: "book_id" },
  ],
  fec_exports: [{ table: "fec_exports", dated: "created_at" }],
  contacts: [{ table: "rental_contacts", among: sql`collection = 'contacts'` }],
  service_providers: [{ table: "rental_contacts", among: sql`collection = 'service_providers'` }],
};

/** What became of one mandataire's records, in SQL: what is there and what is left of the rest, as one order. */
export function createChangeStore(transaction: SqlTransaction<RentalTables>, mandataireId: MandataireId): ChangeStore {
  const { dialect } = transaction;
  return {
    async list(collection, query) {
      const values = { mandataireId, collection, ...placeOf(query, dialect) };
      return changesFrom(query, (await changes(transaction, values, collection)).rows);
    },
  };
}

interface Asked extends Place {
  readonly mandataireId: unknown;
  readonly collection: unknown;
}

const changes = statement(({ db }: Source<RentalTables>, asked: Asked, collection: FollowedCollection) => {
  const lying = ELSEWHERE[collection] ?? [{ table: collection }];
  const present = lying.map(({ table, owner = "mandataire_id", dated = "updated_at", among = sql`1 = 1` }) => {
    const at = sql.ref(dated);
    return sql`select id, ${at} as at, 'present' as state from ${sql.table(table)}
      where ${sql.ref(owner)} = ${asked.mandataireId} and ${among} and ${behind(at, sql`id`, asked)}`;
  });
  const gone = sql`select id, at, 'deleted' as state from tombstones
    where mandataire_id = ${asked.mandataireId} and collection = ${asked.collection}
      and ${behind(sql`at`, sql`id`, asked)}`;
  return pageOfChanges([...present, gone], asked).compile(db);
});

/** A place in the order of changes, and how much of what comes behind it is asked for, as parameters. */
interface Place {
  readonly since: unknown;
  readonly afterId: unknown;
  readonly limit: unknown;
  readonly offset: unknown;
}

/** Before every id there is. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

export function placeOf(
  { since, afterId, page, perPage }: ChangesQuery,
  { instant }: SqlTransaction<RentalTables>["dialect"],
): Place {
  return { since: instant(since), afterId: afterId ?? FIRST_ID, limit: perPage, offset: (page - 1) * perPage };
}

/** That a row comes behind a place: both compared at once, as indexes are ordered. */
export function behind(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  { since, afterId }: Place,
): RawBuilder<unknown> {
  return sql`(${at}, ${id}) > (${since}, ${afterId})`;
}

/** One page of changes out of several selections of `id`, `at` and `state`, and how many there are in all. */
export function pageOfChanges(selections: readonly RawBuilder<unknown>[], { limit, offset }: Place) {
  return sql<ChangeRow>`with changes as (${sql.join(selections, sql` union all `)}),
    page as (select id, at, state from changes order by at, id limit ${limit} offset ${offset})
    select page.id, page.at, page.state, counted.total
    from (select count(*) as total from changes) as counted left join page on 1 = 1
    order by page.at, page.id`;
}

/** Without id where the page is empty. */
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
