import { type FolderId, isLevelAtLeast, type Level, levelByRole, type WorkspaceId } from "@cartulary/documents";
import { type Caller, forbidden, invalid, type UserId, unprocessable } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";

/** The fields that decide the rights on a composed document. */
interface PlacedDocument {
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly creatorId: UserId | null;
}

/**
 * Returns the caller's level on a composed document (composition.md 1): from its folder, else its workspace; without
 * both, `manage` for its creator. Administrators have all rights. Public access adds none.
 */
export async function levelOf(
  { grants }: CompositionStores,
  caller: Caller,
  { folderId, workspaceId, creatorId }: PlacedDocument,
): Promise<Level | null> {
  const byRole = levelByRole(caller);
  if (byRole) return byRole;
  if (folderId) return grants.levelOn(caller, { type: "folder", id: folderId });
  if (workspaceId) return grants.levelOn(caller, { type: "workspace", id: workspaceId });
  return creatorId === caller.userId ? "manage" : null;
}

/** The placement in a request. */
interface WantedPlace {
  readonly folderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
}

/** A placement; the workspace is the folder's own. */
export interface ComposedPlace {
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
}

/**
 * Validates the placement of a new document. Throws 422 `not_found` for a folder or workspace that the caller may not
 * read, 403 without write permission, 422 `workspace_mismatch` for another workspace than the folder's.
 */
export async function destination(
  stores: CompositionStores,
  caller: Caller,
  { folderId = null, workspaceId = null }: WantedPlace,
): Promise<ComposedPlace> {
  if (folderId) {
    const folder = await stores.folders.find(caller, folderId);
    requireWritable("folderId", folder?.level);
    const own = folder?.record.workspaceId ?? null;
    if (workspaceId !== null && workspaceId !== own) {
      throw unprocessable("workspace_mismatch", "The folder belongs to another workspace; send that one, or none");
    }
    return { folderId, workspaceId: own };
  }
  if (workspaceId) requireWritable("workspaceId", await levelOnWorkspace(stores, caller, workspaceId));
  return { folderId, workspaceId };
}

/** Returns `null` for an unknown workspace, for administrators too. */
async function levelOnWorkspace(stores: CompositionStores, caller: Caller, id: WorkspaceId): Promise<Level | null> {
  return (await stores.workspaces.find(id)) ? stores.grants.levelOn(caller, { type: "workspace", id }) : null;
}

function requireWritable(field: string, level: Level | null | undefined): void {
  if (!level) throw invalid({ field, code: "not_found", message: "does not exist" });
  if (!isLevelAtLeast(level, "write")) throw forbidden("Requires the write permission on this resource");
}
