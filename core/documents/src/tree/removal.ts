import { type Caller, type Clock, secondsAfter } from "@cartulary/kernel";
import type { ResourceRef } from "../access/access.ts";
import type { DocumentStores, Removed } from "../ports.ts";
import type { NodeRef, TreeListener } from "./tree.ts";

/** What a removal needs beside its stores. */
export interface RemovalDependencies<Stores> {
  readonly clock: Clock;
  readonly blobGraceSeconds: number;
  readonly listeners: Required<TreeListener<Stores>>;
}

/** What was asked to be removed, and what went. */
interface Removal {
  readonly requested: ResourceRef;
  readonly removed: Removed;
}

/** Ends what hangs on nodes that were just removed: grants on them, their hold on bytes, what listeners keep of them. */
export async function endRemoved<Stores extends DocumentStores>(
  stores: Stores,
  caller: Caller,
  { requested, removed: { folderIds, documentIds, blobKeys } }: Removal,
  { clock, blobGraceSeconds, listeners }: RemovalDependencies<Stores>,
): Promise<void> {
  await stores.grants.removeOn([...folderIds, ...documentIds]);
  await stores.blobs.release(blobKeys, secondsAfter(clock.now(), blobGraceSeconds));
  const nodes: readonly NodeRef[] = [
    ...folderIds.map((id) => ({ type: "folder", id }) as const),
    ...documentIds.map((id) => ({ type: "document", id }) as const),
  ];
  await listeners.removed(stores, caller, nodes, requested);
}
