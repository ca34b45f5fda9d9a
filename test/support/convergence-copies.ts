import { createClient, follow } from "@cartulary/client";
import { allOperations, type SnapshotCollection } from "@cartulary/wire";
import { collected } from "./collected.ts";

/** A copy of a collection that follows its changes, and the current answer of its list. */
export interface Copy {
  readonly collection: SnapshotCollection;
  catchUp(): Promise<void>;
  /** The copied records, by id. */
  held(): Readonly<Record<string, unknown>>;
  /** The records of the list now, by id. */
  visible(): Promise<Readonly<Record<string, unknown>>>;
}

/** The owner of a copy, and the size of its pages. */
export interface CopyKeeper {
  readonly baseUrl: string;
  readonly fetching: typeof fetch;
  readonly mandataireId?: string;
  readonly perPage?: number;
}

export function copyOf(collection: SnapshotCollection, { baseUrl, fetching, mandataireId, perPage }: CopyKeeper): Copy {
  const client = createClient({ baseUrl, fetch: fetching, ...(mandataireId !== undefined && { mandataireId }) });
  const records = new Map<string, unknown>();
  const path = `/rental/api/v1/${collection}`;
  const listing = Object.values(allOperations).find((each) => each.method === "get" && each.path === path);
  const list = client[listing?.id as "listProperties"];
  const following = follow(list, { ...(perPage !== undefined && { perPage }), onRestart: () => records.clear() });
  return {
    collection,
    async catchUp() {
      for await (const { id, state, data } of following) {
        if (state === "present") records.set(id, data);
        else records.delete(id);
      }
    },
    held: () => Object.fromEntries(records),
    async visible() {
      const all = await collected(list.all());
      return Object.fromEntries(all.map((record) => [record.id, record]));
    },
  };
}
