import { folderListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { documentFields } from "./document-record.ts";
import { FolderReference, Within, WorkspaceReference } from "./references.ts";

const folderFields = {
  id: uuid<"Folder">(),
  name: text(),
  description: text().nullable(),
  color: text().nullable(),
  icon: text().nullable(),
  documentsFolderId: uuid<"Folder">().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  externalId: text().nullable(),
  classificationPlanId: uuid<"ClassificationPlan">().nullable(),
  workspace: WorkspaceReference.nullable(),
  parent: FolderReference.nullable(),
  tags: listOf(text()),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A folder as lists and changes answer it. */
export const FolderRecord = record("Folder", folderFields);

/** A folder or a document among a folder's items. */
export const FolderItem = z.union([
  record("FolderItemFolder", { type: z.literal("folder"), ...folderFields }),
  record("FolderItemFile", { type: z.literal("file"), ...documentFields }),
]);

/** A folder read by itself: with its items, folders first, then by name. */
export const FolderWithItems = record("FolderWithItems", {
  ...folderFields,
  items: listOf(FolderItem),
  /** True when there are more than are answered. */
  itemsTruncated: flag(),
});

/** What may be said of a folder. */
export const FolderChange = record("FolderInput", {
  name: text().exactOptional(),
  description: text().nullable().exactOptional(),
  color: text().nullable().exactOptional(),
  icon: text().nullable().exactOptional(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  tagList: listOf(text()).nullable().exactOptional(),
});

const One = snakeObject({ id: uuid<"Folder">() });

const PATH = `${DOCUMENTS_BASE}/folders` as const;

/** What can be done with folders. */
export const folderOperations = operations({
  listFolders: {
    method: "get",
    path: PATH,
    tag: "folders",
    summary: "The folders that permissions show you",
    scope: "read",
    query: Within,
    list: folderListing,
    endsEarly: true,
    replies: { 200: z.array(FolderRecord) },
  },
  createFolder: {
    method: "post",
    path: PATH,
    tag: "folders",
    summary: "Make a folder; whoever makes it manages it",
    scope: "write",
    body: FolderChange,
    headers: ["Idempotency-Key"],
    replies: { 201: FolderRecord },
  },
  getFolder: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "folders",
    summary: "One folder with what lies in it",
    scope: "read",
    params: One,
    replies: { 200: FolderWithItems },
  },
  updateFolder: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "folders",
    summary: "Change what is given of a folder, or move it",
    scope: "write",
    params: One,
    body: FolderChange,
    replies: { 200: FolderRecord },
  },
  deleteFolder: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "folders",
    summary: "Delete a folder and everything below it",
    scope: "write",
    params: One,
    replies: { 204: null },
  },
});
