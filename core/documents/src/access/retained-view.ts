import type { Caller, Day } from "@cartulary/kernel";
import type { DocumentStores } from "../ports.ts";
import { inForce, type Retained } from "../records/retention.ts";

/** A record with a retention. */
export interface Retainable {
  readonly id: string;
  readonly retained: Retained | null;
}

/**
 * Returns records with the retention that is in force today, and without the names of retaining resources that the caller
 * may not read. A record is read by who sees it, so only those above it are looked up.
 */
export async function withRetained<View extends Retainable>(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  views: readonly View[],
): Promise<readonly View[]> {
  if (views.every(({ retained }) => retained === null)) return views;
  const present = views.map((view) => ({ ...view, retained: inForce(view.retained, today) }));
  const above = present.flatMap(({ id, retained }) => {
    const by = retained?.by;
    return by && by.id !== id && by.type !== "document" ? [{ type: by.type, id: by.id, name: by.name }] : [];
  });
  const readable = above.length === 0 ? new Set<string>() : await stores.trash.readableAmong(caller, above);
  return present.map((view) => {
    const { id, retained } = view;
    if (!retained?.by || retained.by.id === id || readable.has(retained.by.id)) return view;
    return { ...view, retained: { ...retained, by: null } };
  });
}

/** As {@link withRetained}, for one record. */
export async function withOneRetained<View extends Retainable>(
  stores: DocumentStores,
  caller: Caller,
  today: Day,
  view: View,
): Promise<View> {
  const [shown] = await withRetained(stores, caller, today, [view]);
  return shown ?? view;
}
