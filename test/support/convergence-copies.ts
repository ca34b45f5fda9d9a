import { allOperations, createClient, followingOf, type SnapshotCollection } from "@cartulary/wire";

/** A copy of a collection that is kept by following it, beside what its list answers. */
export interface Copy {
  readonly collection: SnapshotCollection;
  catchUp(): Promise<void>;
  /** What was taken over, by id. */
  held(): Readonly<Record<string, unknown>>;
  /** What the list answers now, by id. */
  visible(): Promise<Readonly<Record<string, unknown>>>;
}

/** Who keeps a copy, and how much of it he asks for at once. */
export interface CopyKeeper {
  readonly baseUrl: string;
  readonly fetching: typeof fetch;
  readonly mandataireId?: string;
  readonly perPage?: number;
}

export function copyOf(collection: SnapshotCollection, { baseUrl, fetching, mandataireId, perPage }: CopyKeeper): Copy {
  const client = createClient({ baseUrl, fetch: fetching, ...(mandataireId !== undefined && { mandataireId }) });
  const records = new Map<string, unknown>();
  const following = followingOf(client)(
    collection,
    ({ id, state, data }) => {
      if (state === "present") records.set(id, data);
      else records.delete(id);
    },
    { ...(perPage !== undefined && { perPage }), onRestart: () => records.clear() },
  );
  const path = `/rental/api/v1/${collection}`;
  const listing = Object.values(allOperations).find((each) => each.method === "get" && each.path === path);
  const list = client[listing?.id as "listProperties"];
  return {
    collection,
    catchUp: () => following.catchUp(),
    held: () => Object.fromEntries(records),
    async visible() {
      const all: { readonly id: string }[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total } = await list({ list: { page, perPage: 100 } });
        all.push(...items);
        if (all.length >= total) return Object.fromEntries(all.map((record) => [record.id, record]));
      }
    },
  };
}
