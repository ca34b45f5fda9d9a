import type { Caller } from "@cartulary/kernel";
import { idOf, ROWS } from "./fixtures.ts";

export const workspace = idOf<"Workspace">("workspaces", 0);
export const folder = idOf<"Folder">("folders", 8);
export const document = idOf<"Document">("documents", 2);
export const plan = idOf<"ClassificationPlan">("classification_plans", 0);

const callerOf = (row: number, ...groupIds: Caller["groupIds"]): Caller => ({
  userId: idOf("users", row),
  role: "user",
  scopes: ["write"],
  groupIds,
});
/** Has the folder, and by a group a document. */
export const reader = callerOf(0, idOf("groups", 0));
/** Has the workspace. */
export const member = callerOf(1);

/** A folder with eight others inside and sixty-four in those, and documents in each. */
export const SUBTREE = (73 * (ROWS.folders + ROWS.documents)) / ROWS.folders;
/** One of the twenty workspaces that contain everything. */
export const WORKSPACE = (ROWS.folders + ROWS.documents) / 20;
/** Small tables, which may be read whole for their names: no index would be faster. */
export const NAMES =
  2 * (ROWS.workspaces + ROWS.workspace_types + ROWS.document_types + ROWS.domains + ROWS.classification_plans);
/** Everything there is of them, fresh or not, as administrators see it. */
export const EVERYTHING = 10 * (ROWS.folders + ROWS.documents);
export const CODES = ROWS.classification_codes / 20;
export const VERSIONS = ROWS.versions / 20;
