import { type FolderId, type Level, levelByRole, reaches, type WorkspaceId } from "@cartulary/documents";
import { type Caller, forbidden, invalid, refused, type UserId } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";

/** Where a composed document lies, and who made it. */
interface Lying {
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly creatorId: UserId | null;
}

/**
 * What a caller may do with a composed document (composition.md 1): what permissions give him on its folder, else on its
 * workspace, else everything to whoever made it; administrators everything. That something is public adds nothing.
 */
export async function levelOf(
  { grants }: CompositionStores,
  caller: Caller,
  { folderId, workspaceId, creatorId }: Lying,
): Promise<Level | null> {
  const byRole = levelByRole(caller);
  if (byRole) return byRole;
  if (folderId) return grants.levelOn(caller, { type: "folder", id: folderId });
  if (workspaceId) return grants.levelOn(caller, { type: "workspace", id: workspaceId });
  return creatorId === caller.userId ? "manage" : null;
}

/** A place that a request names. */
interface WantedPlace {
  readonly folderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
}

/** Where something lies. A folder's workspace is its own. */
export interface ComposedPlace {
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
}

/**
 * Where a new document is to lie. A folder or workspace that the caller may not read is 422 `not_found` on its field, one
 * that he may not write in is forbidden (403), a workspace that is not the folder's 422 `workspace_mismatch`.
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
      throw refused("workspace_mismatch", "The folder lies in another workspace; name that one, or none");
    }
    return { folderId, workspaceId: own };
  }
  if (workspaceId) requireWritable("workspaceId", await levelOnWorkspace(stores, caller, workspaceId));
  return { folderId, workspaceId };
}

/** `null` for a workspace that there is not, also to an administrator. */
async function levelOnWorkspace(stores: CompositionStores, caller: Caller, id: WorkspaceId): Promise<Level | null> {
  return (await stores.workspaces.find(id)) ? stores.grants.levelOn(caller, { type: "workspace", id }) : null;
}

function requireWritable(field: string, level: Level | null | undefined): void {
  if (!level) throw invalid({ field, code: "not_found", message: "is not something that you may see" });
  if (!reaches(level, "write")) throw forbidden("This needs the right to write there; ask whoever manages it");
}
