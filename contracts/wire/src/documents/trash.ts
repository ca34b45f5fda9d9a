import { trashListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { DocumentRecord } from "./document-record.ts";
import { FolderRecord } from "./folders.ts";
import { Person } from "./references.ts";
import { WorkspaceRecord } from "./workspaces.ts";

/** The place that an entry returns to. */
const RestorePlace = record("RestorePlace", {
  type: z.enum(["workspace", "folder", "none"]),
  id: uuid<"Workspace" | "Folder">().nullable(),
  name: text().nullable(),
});

/** A deletion that can be taken back. */
export const TrashEntryRecord = record("TrashEntry", {
  id: uuid<"TrashEntry">(),
  kind: z.enum(["workspace", "folder", "document"]),
  name: text(),
  path: listOf(text()),
  documentsCount: integer(),
  byteSize: integer(),
  deletedAt: instant(),
  deletedBy: Person.nullable(),
  restorableUntil: instant(),
  restorableTo: RestorePlace.nullable(),
});

export const TrashRestore = record("TrashRestore", {
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
});

const One = snakeObject({ id: uuid<"TrashEntry">() });

const PATH = `${DOCUMENTS_BASE}/trash` as const;

export const trashOperations = operations({
  listTrash: {
    method: "get",
    path: PATH,
    tag: "trash",
    summary: "List deletions that you can take back",
    scope: "read",
    list: trashListing,
    replies: { 200: z.array(TrashEntryRecord) },
  },
  restoreFromTrash: {
    method: "post",
    path: `${PATH}/{id}/restore`,
    tag: "trash",
    summary: "Restore a deleted workspace, folder or document, unpublished",
    scope: "write",
    params: One,
    body: TrashRestore,
    replies: { 200: z.union([WorkspaceRecord, FolderRecord, DocumentRecord]) },
  },
  purgeFromTrash: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "trash",
    summary: "Delete an entry of the trash for good",
    scope: "write",
    role: "manager",
    params: One,
    replies: { 204: null },
  },
});
