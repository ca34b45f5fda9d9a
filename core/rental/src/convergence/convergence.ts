import type { Caller, Clock, Id, Instant, ListQuery, Page, Transact, TransactFor } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { Change, ChangesQuery, SnapshotState } from "../agency/change.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import { watermarkOf } from "../agency/watermark.ts";
import { ESTATE_COLLECTIONS } from "../property/estate/collections.ts";
import { syncedLists } from "./lists.ts";
import type { ConvergenceStores } from "./ports.ts";
import { requireWithinRetention } from "./retention.ts";
import type { AllSyncedRecords, SyncedCollection } from "./synced-collections.ts";

/** The present state of a record: its list record, or its removal. */
export type Snapshot<Collection extends keyof AllSyncedRecords = keyof AllSyncedRecords> = {
  readonly [Each in Collection]: {
    readonly collection: Each;
    readonly id: Id<string>;
    readonly state: SnapshotState;
    readonly updatedAt: Instant;
    readonly data: AllSyncedRecords[Each] | null;
  };
}[Collection];

/** The changes of records since a time, for copies of an estate in other systems (rental.md §4, estate.md 4). */
export interface Convergence {
  /** Returns the next `updated_since` for lists and snapshots that are read after this call. */
  watermark(): Promise<Instant>;
  /** Returns the changes of a collection; the caller has checked membership. Throws 410 `snapshot_expired`. */
  snapshots(
    mandataireId: MandataireId,
    collection: SyncedCollection,
    query: ChangesQuery,
  ): Promise<Page<Snapshot<SyncedCollection>>>;
  /** Returns the changes of mandataires of which the caller is, or was, a member. Throws likewise. */
  mandataires(caller: Caller, query: ChangesQuery): Promise<Page<Snapshot<"mandataires">>>;
}

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
}

export function createConvergence<Stores extends AgencyStores, OneStores extends ConvergenceStores>({
  transact,
  transactFor,
  clock,
}: Dependencies<Stores, OneStores>): Convergence {
  return {
    watermark: () =>
      transact.single(async ({ openWrites }) => {
        const now = clock.now();
        return watermarkOf(now, await openWrites.oldest(now));
      }),

    async snapshots(mandataireId, collection, query) {
      requireWithinRetention(query.since, clock);
      return transactFor(mandataireId).read(async (stores) => {
        const changes = await stores.changes.list(collection, query);
        const today = dayInParis(clock.now());
        const range = isEstate(collection) ? rangeOf(query, changes.items) : null;
        return snapshotsOf(collection, changes, (ids) => syncedLists[collection](stores).list(range ?? ids, today));
      });
    },

    async mandataires({ userId }, query) {
      requireWithinRetention(query.since, clock);
      return transact.read(async ({ mandataires }) => {
        const changes = await mandataires.changesOf(userId, query);
        return snapshotsOf("mandataires", changes, (ids) => mandataires.listOf(userId, ids as ListQuery<"id">));
      });
    },
  };
}

/** Returns the changes with the list records of existing ones, from one database snapshot. */
async function snapshotsOf<Collection extends keyof AllSyncedRecords>(
  collection: Collection,
  { items, ...page }: Page<Change>,
  list: (query: ListQuery<string>) => Promise<Page<AllSyncedRecords[Collection]>>,
): Promise<Page<Snapshot<Collection>>> {
  const ids = items.flatMap(({ id, state }) => (state === "present" ? [id] : []));
  const present = ids.length === 0 ? [] : (await list(byIds(ids))).items;
  const records = new Map<string, AllSyncedRecords[Collection]>(present.map((record) => [record.id, record]));
  const snapshots = items.map(({ id, state, at }) => ({
    ...{ collection, id, state, updatedAt: at },
    data: records.get(id) ?? null,
  }));
  return { ...page, items: snapshots as readonly unknown[] as readonly Snapshot<Collection>[] };
}

/** Returns true for collections whose lists have the order of changes. */
const isEstate = (collection: SyncedCollection) => (ESTATE_COLLECTIONS as readonly string[]).includes(collection);

/** Returns a range query for a first page, which is faster than lookups by id; `null` for further pages. */
function rangeOf({ since, afterId, page, perPage }: ChangesQuery, items: readonly Change[]): ListQuery | null {
  const last = items.at(-1);
  if (page > 1 || !last) return null;
  const places = { after: { at: since, id: afterId ?? FIRST_ID }, until: { at: last.at, id: last.id } };
  return { page, perPage, sort: "updatedAt", direction: "asc", conditions: [], ...places };
}

/** Sorts before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

function byIds(ids: readonly Id<string>[]): ListQuery<string> {
  const condition = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  return { page: 1, perPage: ids.length, sort: "id", direction: "asc", conditions: [condition] };
}
