import type { Caller, Clock, Id, Instant, ListQuery, Page, Transact, TransactFor } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { COLLECTIONS } from "../estate/collections.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RegistryStores, RentalStores } from "../ports.ts";
import { type Change, type ChangesQuery, requireRemembered, type SnapshotState } from "./change.ts";
import type { AllFollowedRecords, FollowedCollection } from "./collections.ts";
import { followedLists } from "./lists.ts";
import { watermarkOf } from "./watermark.ts";

/** The last state of a record: what lists answer of it, or that it is gone. */
export type Snapshot<Collection extends keyof AllFollowedRecords = keyof AllFollowedRecords> = {
  readonly [Each in Collection]: {
    readonly collection: Each;
    readonly id: Id<string>;
    readonly state: SnapshotState;
    readonly updatedAt: Instant;
    readonly data: AllFollowedRecords[Each] | null;
  };
}[Collection];

/** What became of records since a moment, for copies of an estate kept elsewhere (rental.md §4, estate.md 4). */
export interface Convergence {
  /** What to send as `updated_since` next, of lists and snapshots that are read after it was asked. */
  watermark(): Promise<Instant>;
  /** Changes of a collection of a mandataire that the caller is known to be a member of. 410 `snapshot_expired`. */
  snapshots(
    mandataireId: MandataireId,
    collection: FollowedCollection,
    query: ChangesQuery,
  ): Promise<Page<Snapshot<FollowedCollection>>>;
  /** Of the mandataires that the caller is, or was, a member of; likewise. */
  mandataires(caller: Caller, query: ChangesQuery): Promise<Page<Snapshot<"mandataires">>>;
}

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
}

/** Convergence over a database. */
export function createConvergence<Stores extends RegistryStores, OneStores extends RentalStores>({
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
      requireRemembered(query.since, clock);
      return transactFor(mandataireId).read(async (stores) => {
        const changes = await stores.changes.list(collection, query);
        const today = dayInParis(clock.now());
        const stretch = isEstate(collection) ? stretchOf(query, changes.items) : null;
        return snapshotsOf(collection, changes, (these) =>
          followedLists[collection](stores).list(stretch ?? these, today),
        );
      });
    },

    async mandataires({ userId }, query) {
      requireRemembered(query.since, clock);
      return transact.read(async ({ mandataires }) => {
        const changes = await mandataires.changesOf(userId, query);
        return snapshotsOf("mandataires", changes, (ids) => mandataires.listOf(userId, ids as ListQuery<"id">));
      });
    },
  };
}

/** The changes with the list records of what is there, all of one snapshot of the database. */
async function snapshotsOf<Collection extends keyof AllFollowedRecords>(
  collection: Collection,
  { items, ...page }: Page<Change>,
  list: (query: ListQuery<string>) => Promise<Page<AllFollowedRecords[Collection]>>,
): Promise<Page<Snapshot<Collection>>> {
  const ids = items.flatMap(({ id, state }) => (state === "present" ? [id] : []));
  const present = ids.length === 0 ? [] : (await list(theseIds(ids))).items;
  const records = new Map<string, AllFollowedRecords[Collection]>(present.map((record) => [record.id, record]));
  const snapshots = items.map(({ id, state, at }) => ({
    ...{ collection, id, state, updatedAt: at },
    data: records.get(id) ?? null,
  }));
  return { ...page, items: snapshots as readonly unknown[] as readonly Snapshot<Collection>[] };
}

/** Its lists have the order of changes. */
const isEstate = (collection: FollowedCollection) => (COLLECTIONS as readonly string[]).includes(collection);

/** The records of a first page by where it begins and ends: found in one go, where ids are looked for one by one. */
function stretchOf({ since, afterId, page, perPage }: ChangesQuery, items: readonly Change[]): ListQuery | null {
  const last = items.at(-1);
  if (page > 1 || !last) return null;
  const places = { after: { at: since, id: afterId ?? FIRST_ID }, through: { at: last.at, id: last.id } };
  return { page, perPage, sort: "updatedAt", direction: "asc", conditions: [], ...places };
}

/** Before every id there is. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

function theseIds(ids: readonly Id<string>[]): ListQuery<string> {
  const condition = { fields: ["id"], join: "or", predicate: "in", values: ids } as const;
  return { page: 1, perPage: ids.length, sort: "id", direction: "asc", conditions: [condition] };
}
