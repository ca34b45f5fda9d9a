import {
  type Caller,
  invalid,
  orNotFound,
  requireAdministrator,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  write,
} from "@cartulary/kernel";
import type { ResourceRef } from "../access/grant.ts";
import { documentView, folderViewFor } from "../access/record-view.ts";
import { withOneRetained } from "../access/retained-view.ts";
import { createVisibility, type Visibility } from "../access/visibility.ts";
import type { TreeDependencies } from "../dependencies.ts";
import type { DocumentStores } from "../ports.ts";
import type { DocumentId, DocumentView } from "../records/document.ts";
import type { FolderId, FolderView } from "../records/folder.ts";
import type { LegalHold } from "../records/retention.ts";
import type { WorkspaceId, WorkspaceView } from "../records/workspace.ts";
import { passageRule, valueErrors } from "../values.ts";
import { everyListener } from "./placement.ts";

/** A request for a hold on a resource, or for its release; the reason is required. */
export interface HoldRequest {
  readonly resource: ResourceRef;
  readonly reason: string | null;
}

/** A record with a changed hold. */
export type HoldableRecord = WorkspaceView | FolderView | DocumentView;

/** Legal holds, set and released by administrators (403). Resources that the caller may not read are 404. */
export interface LegalHolds {
  /** Sets a hold, or replaces the reason of the present one. */
  hold(caller: Caller, request: HoldRequest): Promise<HoldableRecord>;
  /** Releases the hold; without one, changes nothing. */
  release(caller: Caller, request: HoldRequest): Promise<HoldableRecord>;
}

export function createLegalHolds<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: TreeDependencies<Stores> & { readonly transact: Transact<Stores> }): LegalHolds {
  return service<LegalHolds, Stores>(transact, legalHoldUseCases(dependencies));
}

/** For packages that run these use cases in their own transactions. */
export function legalHoldUseCases<Stores extends DocumentStores>({
  clock,
  extraReadRules,
  treeListeners,
}: Pick<TreeDependencies<Stores>, "clock" | "extraReadRules" | "treeListeners">): UseCases<LegalHolds, Stores> {
  const visibility = createVisibility(extraReadRules, clock);
  const listeners = everyListener(treeListeners);

  /** Blocks removals and moves by the tick, so that one of a hold and a removal finds the other. */
  async function change(
    stores: Stores,
    caller: Caller,
    { resource, reason }: HoldRequest,
    isHeld: boolean,
  ): Promise<HoldableRecord> {
    requireAdministrator(caller);
    const text = requiredReason(reason);
    await stores.tree.tick();
    orNotFound(await recordOf(stores, visibility, caller, resource));
    const setBy = { id: caller.userId, displayName: (await stores.subjects.nameOf(caller.userId)) ?? "" };
    const legalHold: LegalHold | null = isHeld ? { reason: text, setAt: clock.now(), setBy } : null;
    if (await writeHold(stores, resource, legalHold)) {
      await listeners.holdChanged(stores, caller, resource, { isHeld, reason: text });
    }
    return orNotFound(await recordOf(stores, visibility, caller, resource));
  }

  return {
    hold: write((stores, caller, request) => change(stores, caller, request, true)),
    release: write((stores, caller, request) => change(stores, caller, request, false)),
  };
}

function requiredReason(reason: string | null): string {
  const text = reason?.trim() ?? "";
  if (text === "") throw invalid({ field: "reason", code: "blank", message: "can't be blank" });
  throwIfInvalid(valueErrors({ reason: text }, { reason: passageRule }));
  return text;
}

/** Writes the hold of a resource; returns false when there is none to release. */
async function writeHold(
  stores: DocumentStores,
  { type, id }: ResourceRef,
  legalHold: LegalHold | null,
): Promise<boolean> {
  const held = { legalHold, legalHoldSetAt: legalHold?.setAt ?? null };
  if (type === "workspace") {
    const workspace = orNotFound(await stores.workspaces.lock(id as WorkspaceId));
    if (!legalHold && !workspace.legalHold) return false;
    await stores.workspaces.update({ ...workspace, ...held });
    return true;
  }
  if (type === "folder") {
    const folder = orNotFound(await stores.folders.lock(id as FolderId));
    if (!legalHold && !folder.legalHold) return false;
    await stores.folders.update({ ...folder, ...held });
    return true;
  }
  const document = orNotFound(await stores.documents.lock(id as DocumentId));
  if (!legalHold && !document.legalHold) return false;
  await stores.documents.update({ ...document, ...held });
  return true;
}

/** Returns the record as the caller sees it; `null` when he may not read it. */
async function recordOf<Stores extends DocumentStores>(
  stores: Stores,
  visibility: Visibility<Stores>,
  caller: Caller,
  { type, id }: ResourceRef,
): Promise<HoldableRecord | null> {
  if (type === "workspace") {
    const visible = await visibility.workspace(stores, caller, id as WorkspaceId);
    return visible && withOneRetained(stores, caller, visibility.today(), visible.record);
  }
  if (type === "folder") {
    const visible = await visibility.folder(stores, caller, id as FolderId);
    return visible && folderViewFor(stores, visibility, caller, visible);
  }
  const visible = await visibility.document(stores, caller, id as DocumentId);
  return visible && documentView(stores, visibility, caller, id as DocumentId);
}
