import {
  type Caller,
  type Day,
  dayInParis,
  invalid,
  type ListQuery,
  orNotFound,
  type Page,
  read,
  requireRole,
  secondsAfter,
  service,
  type Transact,
  type UseCases,
  write,
} from "@cartulary/kernel";
import { documentView, folderViewFor } from "../access/record-view.ts";
import { withOneRetained } from "../access/retained-view.ts";
import { createVisibility, requireLevel, type Visibility } from "../access/visibility.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import type { FolderId, FolderView } from "../records/folder.ts";
import { inForce, NOT_RETAINED, type Retained, strictest } from "../records/retention.ts";
import type { WorkspaceId, WorkspaceView } from "../records/workspace.ts";
import {
  destinationWithLevel,
  everyListener,
  OUTSIDE,
  type Place,
  type RequestedPlace,
  requireDepthAllowed,
  requireNoHigherLevel,
} from "./placement.ts";
import { nodesOf, removeForGood, requestedPlaceOf } from "./removal.ts";
import { refusal, requireRetainedAt } from "./retention.ts";
import {
  resourceOf,
  type TrashEntry,
  type TrashEntryId,
  type TrashEntryView,
  type TrashField,
  type VisibleTrashEntry,
} from "./trash-entry.ts";

/** A request to restore an entry; without a destination, to its old place. */
export interface RestoreRequest extends RequestedPlace {
  readonly id: TrashEntryId;
}

/** A restored record. */
export type RestoredRecord = WorkspaceView | FolderView | DocumentView;

/**
 * The trash: deletions that can be taken back.
 *
 * An entry is seen by administrators, by who managed the resource at its deletion and manages its place now, and by who
 * deleted it and may write on its place now; for others it is 404, as for everybody from `restorableUntil` on.
 */
export interface Trash {
  list(caller: Caller, query: ListQuery<TrashField>): Promise<Page<TrashEntryView>>;
  /**
   * Puts an entry back, under the ids that it had, unpublished. Throws 422 `not_found` on `destination` when its place is
   * gone and the request names none, and the errors of a move to the destination.
   */
  restore(caller: Caller, request: RestoreRequest): Promise<RestoredRecord>;
  /** Ends an entry at once. Requires `manage` on it, and the role manager. */
  purge(caller: Caller, id: TrashEntryId): Promise<void>;
}

type TrashDependencies<Stores> = Omit<TreeDependencies<Stores>, "newId" | "trashSeconds">;

export function createTrash<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TrashDependencies<Stores> & { readonly transact: Transact<Stores> }): Trash {
  return service<Trash, Stores>(transact, trashUseCases(dependencies));
}

/** For packages that run these use cases in their own transactions. */
export function trashUseCases<Stores extends DocumentStores>({
  clock,
  blobGraceSeconds,
  treeListeners,
  extraReadRules,
}: TrashDependencies<Stores>): UseCases<Trash, Stores> {
  const visibility = createVisibility(extraReadRules, clock);
  const listeners = everyListener(treeListeners);

  return {
    list: read(async ({ trash }, caller, query) => {
      const { items, ...page } = await trash.list(caller, query, clock.now());
      const steps = items.flatMap(({ entry }) => entry.path);
      const readable = steps.length === 0 ? NONE : await trash.readableAmong(caller, steps);
      return { ...page, items: items.map((item) => entryView(item, readable)) };
    }),

    restore: write(async (stores, caller, { id, ...requested }) => {
      const placedSeq = await stores.tree.tick();
      const visible = orNotFound(await stores.trash.lock(caller, id, clock.now()));
      const { entry } = visible;
      const place = await restoredPlace(stores, visibility, caller, visible, requested);
      const nodes = await stores.trash.putBack(entry, { ...place, placedSeq });
      if (entry.kind === "folder") await requireRoom(stores, place, id as string as FolderId);
      await listeners.restored(stores, caller, nodesOf(nodes), entry);
      return recordOf(stores, visibility, caller, entry);
    }),

    purge: write(async (stores, caller, id) => {
      requireRole(caller, "manager");
      const now = clock.now();
      const visible = orNotFound(await stores.trash.lock(caller, id, now));
      const { entry } = requireLevel({ record: visible, level: visible.level }, "manage");
      const retained = await retainedInTrash(stores, entry, visibility.today());
      if (retained) {
        const named = [{ type: entry.kind, id: entry.id, name: entry.name }];
        throw await refusal(stores, caller, visibility.today(), { retained, named, count: 1 });
      }
      const removed = await stores.trash.remove(entry);
      await removeForGood(stores, resourceOf(entry), removed, secondsAfter(now, blobGraceSeconds));
      await listeners.purged(stores, caller, nodesOf(removed), entry);
    }),
  };
}

/**
 * Ends one entry whose time is over, after the entry `after`; returns its id, `null` when there is none. Its blobs are
 * collected the grace period after the end of its time, however late this runs.
 */
export async function endNextOver<Stores extends DocumentStores>(
  stores: Stores,
  {
    clock,
    blobGraceSeconds,
    treeListeners,
  }: Pick<TrashDependencies<Stores>, "clock" | "blobGraceSeconds" | "treeListeners">,
  after: TrashEntryId | null,
): Promise<TrashEntryId | null> {
  const entry = await stores.trash.lockOver(clock.now(), after);
  if (!entry) return null;
  if (await retainedInTrash(stores, entry, dayInParis(clock.now()))) return entry.id;
  const removed = await stores.trash.remove(entry);
  const collectAfter = secondsAfter(entry.restorableUntil, blobGraceSeconds);
  await removeForGood(stores, resourceOf(entry), removed, collectAfter);
  await everyListener(treeListeners).purged(stores, null, nodesOf(removed), entry);
  return entry.id;
}

/** Returns the retention of the place that an entry was deleted from, which spares the entry. */
async function retainedInTrash(stores: DocumentStores, entry: TrashEntry, today: Day): Promise<Retained | null> {
  return inForce(strictest(await stores.retention.aboveEntry(entry)), today);
}

const NONE: ReadonlySet<string> = new Set();

function entryView(
  { entry, deletedBy, restorableTo }: VisibleTrashEntry,
  readable: ReadonlySet<string>,
): TrashEntryView {
  const path = entry.path.flatMap(({ id, name }) => (readable.has(id) ? [name] : []));
  return { ...entry, path, deletedBy, restorableTo };
}

/** Returns the position of a restored entry. Throws the errors of a move for a requested one. */
async function restoredPlace<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  { entry, level, restorableTo }: VisibleTrashEntry,
  { documentsFolderId, workspaceId }: RequestedPlace,
): Promise<Place> {
  const isNamed = Boolean(documentsFolderId ?? workspaceId);
  if (entry.kind === "workspace") {
    if (isNamed) throw workspaceDestination(documentsFolderId ? "documentsFolderId" : "workspaceId");
    return OUTSIDE;
  }
  if (isNamed) {
    const requested = { documentsFolderId: documentsFolderId ?? null, workspaceId: workspaceId ?? null };
    const named = await destinationWithLevel(stores, visibility, caller, requested);
    requireNoHigherLevel(level, named.level);
    const { kind: type, id, name } = entry;
    await requireRetainedAt(stores, caller, visibility.today(), {
      ...{ type, node: { ...NOT_RETAINED, id, name }, place: named.record },
      above: await stores.retention.aboveEntry(entry),
    });
    return named.record;
  }
  if (!restorableTo) throw destinationGone();
  return (await destinationWithLevel(stores, visibility, caller, requestedPlaceOf(entry.place))).record;
}

const workspaceDestination = (field: string) =>
  invalid({ field, code: "unsupported", message: "a workspace is in no folder and no workspace" });

const destinationGone = () =>
  invalid({ field: "destination", code: "not_found", message: "is gone; name a folder or a workspace" });

/** Throws when the restored folder and what is below it are deeper than the limit. */
async function requireRoom(stores: DocumentStores, { documentsFolderId }: Place, id: FolderId): Promise<void> {
  const height = await stores.folders.height(id);
  await requireDepthAllowed(stores, documentsFolderId, { id: null, height });
}

/** Returns the restored record as the caller sees it. */
async function recordOf<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  { kind, id }: TrashEntry,
): Promise<RestoredRecord> {
  if (kind === "workspace") {
    const workspace = orNotFound(await stores.workspaces.find(id as string as WorkspaceId));
    return withOneRetained(stores, caller, visibility.today(), workspace);
  }
  if (kind === "document") return documentView(stores, visibility, caller, id as string as DocumentId);
  return folderViewFor(
    stores,
    visibility,
    caller,
    orNotFound(await stores.folders.find(caller, id as string as FolderId)),
  );
}
