import { folderListing } from "@cartulary/documents";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { flag, instant, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { documentFields } from "./document-record.ts";
import {
  FolderReference,
  LegalHoldInput,
  retentionChange,
  retentionFields,
  retentionInput,
  Within,
  WorkspaceReference,
} from "./references.ts";

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
  ...retentionFields,
  createdAt: instant(),
  updatedAt: instant(),
};

/** A folder without its items. */
export const FolderRecord = record("Folder", folderFields);

/** An item of a folder: a folder or a document. */
export const FolderItem = z.union([
  record("FolderItemFolder", { type: z.literal("folder"), ...folderFields }),
  record("FolderItemFile", { type: z.literal("file"), ...documentFields }),
]);

/** A folder with its items: folders first, then by name. */
export const FolderWithItems = record("FolderWithItems", {
  ...folderFields,
  items: listOf(FolderItem),
  /** True if there are more items than returned. */
  itemsTruncated: flag(),
});

const inputFields = {
  name: text().exactOptional(),
  description: text().nullable().exactOptional(),
  color: text().nullable().exactOptional(),
  icon: text().nullable().exactOptional(),
  documentsFolderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
  tagList: listOf(text()).nullable().exactOptional(),
};

export const FolderCreation = record("FolderCreate", { ...inputFields, ...retentionInput });

export const FolderChange = record("FolderInput", { ...inputFields, ...retentionChange });

const One = snakeObject({ id: uuid<"Folder">() });

const PATH = `${DOCUMENTS_BASE}/folders` as const;

export const folderOperations = operations({
  listFolders: {
    method: "get",
    path: PATH,
    tag: "folders",
    summary: "List visible folders",
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
    summary: "Create a folder; the creator gets manage",
    scope: "write",
    body: FolderCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: FolderRecord },
  },
  getFolder: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "folders",
    summary: "Get a folder and its items",
    scope: "read",
    params: One,
    replies: { 200: FolderWithItems },
  },
  updateFolder: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "folders",
    summary: "Update or move a folder",
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
  holdFolder: {
    method: "post",
    path: `${PATH}/{id}/legal_hold`,
    tag: "folders",
    summary: "Set a legal hold on a folder, or replace its reason",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: FolderRecord },
  },
  releaseFolder: {
    method: "delete",
    path: `${PATH}/{id}/legal_hold`,
    tag: "folders",
    summary: "Release the legal hold on a folder",
    scope: "write",
    role: "admin",
    params: One,
    body: LegalHoldInput,
    replies: { 200: FolderRecord },
  },
});
