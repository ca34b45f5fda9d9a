import type { Condition, Instant, ListPlace, ListQuery } from "@cartulary/kernel";
import type { z } from "zod";
import { ClientError, type ListedPage } from "./client.ts";
import { RENTAL_BASE } from "./operation.ts";
import { allOperations, type Client } from "./operations.ts";
import type { SnapshotCollection, SnapshotRecord } from "./rental/snapshots.ts";

type AnySnapshot = z.output<typeof SnapshotRecord>;

/** What is told of a record of a collection: that it is there, with its list record, or that it is gone. */
export type Followed<Collection extends SnapshotCollection> = Omit<
  Extract<AnySnapshot, { readonly collection: Collection }>,
  "updatedAt"
>;

/** What a collection is followed with. */
export interface FollowOptions {
  /** Where {@link Following.since} stood when what it told was kept. Absent: everything there is is told first. */
  readonly since?: Instant;
  /** The mandataire whose collection it is, where the client itself names none. */
  readonly mandataireId?: string;
  /** Forget everything that was told: it is about to be told anew. */
  readonly onRestart?: () => void | Promise<void>;
  /** Records that are asked for at once; 100 at most. */
  readonly perPage?: number;
}

/** A collection that is followed. */
export interface Following {
  /** From when on it asks next; `null` until all there is was told once. Keep it with what was told. */
  readonly since: Instant | null;
  /**
   * Tells all that changed since the last time, each record's last state, some of them more than once. When it ends,
   * whoever kept what was told has every change that had been committed when it began. One that fails may be tried again.
   */
  catchUp(): Promise<void>;
}

/**
 * What keeps a copy of collections of the rental product: `follow(collection, onChange)`. A copy that takes over each state
 * that it is told ends with what the lists answer, whatever is written meanwhile, by whichever host (estate.md 4).
 */
export function followingOf(
  client: Client,
): <Collection extends SnapshotCollection>(
  collection: Collection,
  onChange: (change: Followed<Collection>) => void | Promise<void>,
  options?: FollowOptions,
) => Following {
  return (collection, onChange, options = {}) => {
    const source = sourceOf(client, collection, options);
    const tell = onChange as (change: Followed<SnapshotCollection>) => void | Promise<void>;
    let since = options.since ?? null;
    return {
      get since() {
        return since;
      },
      async catchUp() {
        since = await changesSince(source, since ?? (await everything(source, tell, options)), tell).catch((error) => {
          if (!isExpired(error)) throw error;
          since = null;
          return null;
        });
        since ??= await changesSince(source, await everything(source, tell, options), tell);
      },
    };
  };
}

const isExpired = (error: unknown): boolean => error instanceof ClientError && error.status === 410;

/** A record of a list, whatever its collection. */
interface Row {
  readonly id: string;
  readonly updatedAt?: Instant;
  readonly createdAt?: Instant;
}

/** How one collection is asked. */
interface Source {
  readonly collection: SnapshotCollection;
  readonly perPage: number;
  list(query: Partial<ListQuery>): Promise<ListedPage<Row>>;
  snapshots(place: ListPlace | { readonly at: Instant }): Promise<ListedPage<AnySnapshot>>;
}

function sourceOf(
  client: Client,
  collection: SnapshotCollection,
  { mandataireId, perPage = 100 }: FollowOptions,
): Source {
  const acting = mandataireId === undefined ? {} : { mandataireId };
  const isList = ({ path, method }: { readonly path: string; readonly method: string }) =>
    method === "get" && path === `${RENTAL_BASE}/${collection}`;
  const listing = Object.values(allOperations).find(isList);
  if (!listing) throw new TypeError(`Nothing lists ${collection}`);
  const list = client[listing.id] as unknown as (call: object) => Promise<ListedPage<Row>>;
  return {
    collection,
    perPage,
    list: (query) => list({ ...acting, list: { perPage, ...query } }),
    snapshots: (place) =>
      client.listSnapshots({
        ...acting,
        query: { collection, updatedSince: place.at, ...("id" in place && { afterId: place.id as never }) },
        list: { perPage },
      }),
  };
}

type Tell = (change: Followed<SnapshotCollection>) => void | Promise<void>;

/** Tells what changed from a moment on; answers from when on to ask next: what was told before the first page was read. */
async function changesSince(source: Source, since: Instant, tell: Tell): Promise<Instant> {
  let place: ListPlace | { readonly at: Instant } = { at: since };
  let next: Instant | undefined;
  for (;;) {
    const { items, total, snapshotAt } = await source.snapshots(place);
    next ??= requireWatermark(snapshotAt);
    for (const { updatedAt: _, ...change } of items) await tell(change);
    const last = items.at(-1);
    if (!last || total <= items.length) return next;
    place = { at: last.updatedAt, id: last.id };
  }
}

/** Before everything there is. */
const BEGINNING = "0001-01-01T00:00:00.000Z" as Instant;

/** Tells everything there is; answers from when on it may have changed meanwhile. */
async function everything(source: Source, tell: Tell, { onRestart }: FollowOptions): Promise<Instant> {
  await onRestart?.();
  const present = (row: Row) =>
    tell({ collection: source.collection, id: row.id, state: "present", data: row } as unknown as Parameters<Tell>[0]);
  const first = await source.list({ perPage: 1 });
  const rows = source.collection === "mandataires" ? undated(source) : dated(source);
  for await (const row of rows) await present(row);
  return requireWatermark(first.snapshotAt);
}

const dateOf = ({ updatedAt, createdAt }: Row): Instant | undefined => updatedAt ?? createdAt;

/** Behind the last one each time, so that none is skipped, whatever comes and goes. */
async function* dated({ list }: Source): AsyncGenerator<Row> {
  let after: ListPlace = { at: BEGINNING, id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { items, total } = await list({ after });
    yield* items;
    const last = items.at(-1);
    if (!last || total <= items.length) return;
    after = { at: requireWatermark(dateOf(last)), id: last.id };
  }
}

/** Records that do not say when they changed: by spans of time, each of which is a page and no more. */
async function* undated(
  source: Source,
  from: Instant = BEGINNING,
  to: Instant = "9999-12-31T23:59:59.999Z" as Instant,
): AsyncGenerator<Row> {
  const { items, total } = await source.list({ conditions: [changed("gteq", from), changed("lteq", to)] });
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (total <= items.length) return yield* items;
  if (first === last) throw new Error(`Of ${source.collection}, more changed at ${from} than a page holds`);
  const middle = first + Math.floor((last - first) / 2);
  yield* undated(source, from, isoOf(middle));
  yield* undated(source, isoOf(middle + 1), to);
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString() as Instant;

const changed = (predicate: "gteq" | "lteq", at: Instant): Condition => ({
  ...{ fields: ["updatedAt"], join: "or" },
  ...{ predicate, values: [at] },
});

function requireWatermark(instant: Instant | undefined): Instant {
  if (instant === undefined) throw new TypeError("The server did not say when its records changed");
  return instant;
}
