import type { FolderId, PathStep, ResourceType, TrashEntryId, TrashPlace, WorkspaceId } from "@cartulary/documents";
import type { GroupId, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { memberRows } from "../../directory/tables.ts";
import { type Database, foldedText, id, instant, integer, json, text } from "../../engine/columns.ts";
import {
  type DocumentTables,
  documentProperties,
  folderProperties,
  planProperties,
  versionProperties,
  workspaceProperties,
} from "../tables.ts";

/** Deletions that can be taken back; the id is that of the deleted resource. */
export const trashEntryRows = defineEntity({
  name: "TrashEntry",
  tableName: "trash_entries",
  properties: {
    id: id<TrashEntryId>().primary(),
    kind: text<ResourceType>(),
    name: text(),
    nameFold: foldedText(),
    path: json<readonly PathStep[]>(),
    documentsCount: integer(),
    foldersCount: integer(),
    byteSize: integer(),
    placeType: text<TrashPlace["type"]>(),
    placeId: id<WorkspaceId | FolderId>().nullable(),
    deletedAt: instant(),
    deletedBy: id<UserId>().nullable(),
    restorableUntil: instant(),
  },
  indexes: [
    { name: "trash_entries_deleted_at_index", properties: ["deletedAt", "id"] },
    { name: "trash_entries_name_index", properties: ["nameFold", "id"] },
    { name: "trash_entries_byte_size_index", properties: ["byteSize", "id"] },
    { name: "trash_entries_deleted_by_index", properties: ["deletedBy"] },
    { name: "trash_entries_restorable_until_index", properties: ["restorableUntil"] },
  ],
});

/** The subjects that had `manage` on a resource when it was deleted. */
export const trashManagerRows = defineEntity({
  name: "TrashManager",
  tableName: "trash_managers",
  properties: {
    entryId: id<TrashEntryId>().primary(),
    subjectId: id<UserId | GroupId>().primary(),
  },
  indexes: [{ name: "trash_managers_subject_id_index", properties: ["subjectId"] }],
});

/** The column and the index that rows in the trash have in addition. */
const entry = () => ({ entryId: id<TrashEntryId>() });
const entryIndex = (table: string) => [{ name: `${table}_entry_id_index`, properties: ["entryId" as const] }];

export const trashedPlanRows = defineEntity({
  name: "TrashedClassificationPlan",
  tableName: "trashed_classification_plans",
  properties: { ...entry(), ...planProperties() },
  indexes: entryIndex("trashed_classification_plans"),
});

export const trashedWorkspaceRows = defineEntity({
  name: "TrashedWorkspace",
  tableName: "trashed_workspaces",
  properties: { ...entry(), ...workspaceProperties() },
  indexes: entryIndex("trashed_workspaces"),
});

export const trashedFolderRows = defineEntity({
  name: "TrashedFolder",
  tableName: "trashed_folders",
  properties: { ...entry(), ...folderProperties() },
  indexes: entryIndex("trashed_folders"),
});

export const trashedDocumentRows = defineEntity({
  name: "TrashedDocument",
  tableName: "trashed_documents",
  properties: { ...entry(), ...documentProperties() },
  indexes: entryIndex("trashed_documents"),
});

export const trashedVersionRows = defineEntity({
  name: "TrashedVersion",
  tableName: "trashed_versions",
  properties: { ...entry(), ...versionProperties() },
  indexes: entryIndex("trashed_versions"),
});

/** The tables of the trash, and those that it takes rows from and puts them back to. */
export type TrashTables = DocumentTables &
  Database<
    | typeof trashEntryRows
    | typeof trashManagerRows
    | typeof trashedPlanRows
    | typeof trashedWorkspaceRows
    | typeof trashedFolderRows
    | typeof trashedDocumentRows
    | typeof trashedVersionRows
    | typeof memberRows
  >;
