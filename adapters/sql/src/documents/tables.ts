import type {
  CatalogueStatus,
  ClassificationEntry,
  ClassificationPlanId,
  DocumentId,
  DocumentTypeId,
  DomainId,
  FolderId,
  Grant,
  Level,
  ResourceType,
  TextStatus,
  VersionId,
  WorkspaceId,
  WorkspaceTypeId,
} from "@cartulary/documents";
import type { BlobKey, GroupId, JsonObject, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { groupRows, userRows } from "../directory/tables.ts";
import {
  boolean,
  type Database,
  folded,
  foldedList,
  id,
  instant,
  integer,
  json,
  text,
  version,
} from "../engine/columns.ts";
import type { replayRows } from "../replays/tables.ts";

/** What workspace types, document types and domains all have. */
const entry = <Value extends string>() => ({
  id: id<Value>().primary(),
  name: text(),
  nameFold: folded(),
  description: text().nullable(),
  descriptionFold: folded().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  version: version(),
});

/** The same of every catalogue, by the name of its table. */
const entryIndexes = (table: string) => [
  { name: `${table}_name_index`, properties: ["nameFold" as const, "id" as const] },
  { name: `${table}_created_at_index`, properties: ["createdAt" as const, "id" as const] },
  { name: `${table}_updated_at_index`, properties: ["updatedAt" as const, "id" as const] },
];

/** What workspaces may be. */
export const workspaceTypeRows = defineEntity({
  name: "WorkspaceType",
  tableName: "workspace_types",
  properties: { ...entry<WorkspaceTypeId>(), status: text<CatalogueStatus>() },
  indexes: entryIndexes("workspace_types"),
});

/** What documents may be. */
export const documentTypeRows = defineEntity({
  name: "DocumentType",
  tableName: "document_types",
  properties: { ...entry<DocumentTypeId>(), status: text<CatalogueStatus>() },
  indexes: entryIndexes("document_types"),
});

/** What workspaces and documents may be about. */
export const domainRows = defineEntity({
  name: "Domain",
  tableName: "domains",
  properties: entry<DomainId>(),
  indexes: entryIndexes("domains"),
});

/** Classification plans. */
export const classificationPlanRows = defineEntity({
  name: "ClassificationPlan",
  tableName: "classification_plans",
  properties: {
    id: id<ClassificationPlanId>().primary(),
    label: text(),
    labelFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    entries: json<readonly ClassificationEntry[]>(),
    workspaceId: id<WorkspaceId>().nullable(),
    createdBy: id<UserId>().nullable(),
    madeByAdministrator: boolean(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes: [
    { name: "classification_plans_label_index", properties: ["labelFold", "id"] },
    { name: "classification_plans_created_at_index", properties: ["createdAt", "id"] },
    { name: "classification_plans_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "classification_plans_workspace_id_index", properties: ["workspaceId"] },
    { name: "classification_plans_created_by_index", properties: ["createdBy"] },
    { name: "classification_plans_made_by_administrator_index", properties: ["madeByAdministrator"] },
  ],
});

/** The codes of the entries of plans, which plans themselves hold as wholes: what statements look up. */
export const classificationCodeRows = defineEntity({
  name: "ClassificationCode",
  tableName: "classification_codes",
  properties: {
    planId: id<ClassificationPlanId>().primary(),
    code: text().primary(),
    /** Whether no other entry stands under it. */
    leaf: boolean(),
  },
});

/** Workspaces. Written through the entity manager. */
export const workspaceRows = defineEntity({
  name: "Workspace",
  tableName: "workspaces",
  properties: {
    id: id<WorkspaceId>().primary(),
    label: text(),
    labelFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    classificationPlanId: id<ClassificationPlanId>().nullable(),
    domainId: id<DomainId>().nullable(),
    workspaceTypeId: id<WorkspaceTypeId>().nullable(),
    settings: json<JsonObject>(),
    businessTags: json<readonly string[]>(),
    metadataUser: json<JsonObject>(),
    createdBy: id<UserId>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [
    { name: "workspaces_label_index", properties: ["labelFold", "id"] },
    { name: "workspaces_created_at_index", properties: ["createdAt", "id"] },
    { name: "workspaces_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "workspaces_classification_plan_id_index", properties: ["classificationPlanId"] },
    { name: "workspaces_domain_id_index", properties: ["domainId"] },
    { name: "workspaces_workspace_type_id_index", properties: ["workspaceTypeId"] },
  ],
});

/** Folders, each with its parent. */
export const folderRows = defineEntity({
  name: "Folder",
  tableName: "folders",
  properties: {
    id: id<FolderId>().primary(),
    name: text(),
    nameFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    color: text().nullable(),
    icon: text().nullable(),
    iconFold: folded().nullable(),
    documentsFolderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    tags: json<readonly string[]>(),
    tagsFold: foldedList(),
    placedSeq: integer(),
    createdBy: id<UserId>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes: [
    { name: "folders_name_index", properties: ["nameFold", "id"] },
    { name: "folders_created_at_index", properties: ["createdAt", "id"] },
    { name: "folders_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "folders_documents_folder_id_index", properties: ["documentsFolderId", "nameFold", "id"] },
    { name: "folders_workspace_id_index", properties: ["workspaceId", "id"] },
  ],
});

/** What documents and versions both say of their bytes. */
const content = () => ({
  blobKey: text<BlobKey>(),
  byteSize: integer(),
  sha256: text(),
  fileName: text(),
  contentType: text(),
  declaredContentType: text(),
  charset: text<"utf-8">().nullable(),
  contentCreatedAt: instant(),
});

/** Documents, each with its present content. */
export const documentRows = defineEntity({
  name: "Document",
  tableName: "documents",
  properties: {
    id: id<DocumentId>().primary(),
    name: text(),
    nameFold: folded(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    documentsFolderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    domainId: id<DomainId>().nullable(),
    documentTypeId: id<DocumentTypeId>().nullable(),
    classificationCode: text().nullable(),
    classificationCodeFold: folded().nullable(),
    metadataUser: json<JsonObject>(),
    tags: json<readonly string[]>(),
    tagsFold: foldedList(),
    versionsCount: integer(),
    textStatus: text<TextStatus>().default("pending"),
    placedSeq: integer(),
    createdBy: id<UserId>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    ...content(),
  },
  indexes: [
    { name: "documents_name_index", properties: ["nameFold", "id"] },
    { name: "documents_byte_size_index", properties: ["byteSize", "id"] },
    { name: "documents_content_type_index", properties: ["contentType", "id"] },
    { name: "documents_created_at_index", properties: ["createdAt", "id"] },
    { name: "documents_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "documents_documents_folder_id_index", properties: ["documentsFolderId", "nameFold", "id"] },
    { name: "documents_folder_updated_at_index", properties: ["documentsFolderId", "updatedAt", "id", "nameFold"] },
    { name: "documents_workspace_id_index", properties: ["workspaceId", "id"] },
    { name: "documents_sha256_index", properties: ["sha256"] },
    { name: "documents_domain_id_index", properties: ["domainId"] },
    { name: "documents_document_type_id_index", properties: ["documentTypeId"] },
    {
      name: "documents_classification_code_index",
      properties: ["workspaceId", "classificationCode"],
      where: "classification_code is not null",
    },
  ],
});

/** Contents that documents had before. */
export const versionRows = defineEntity({
  name: "Version",
  tableName: "versions",
  properties: {
    id: id<VersionId>().primary(),
    documentId: id<DocumentId>(),
    versionNumber: integer(),
    comment: text().nullable(),
    createdBy: id<UserId>().nullable(),
    createdAt: instant(),
    ...content(),
  },
  uniques: [{ name: "versions_version_number_unique", properties: ["documentId", "versionNumber"] }],
});

/** Named permissions. Neither subject nor resource is a foreign key: both are one of several tables. */
export const grantRows = defineEntity({
  name: "Grant",
  tableName: "grants",
  properties: {
    id: id<Grant["id"]>().primary(),
    subjectType: text<Grant["subjectType"]>(),
    subjectId: id<UserId | GroupId>(),
    resourceType: text<ResourceType>(),
    resourceId: id<string>(),
    level: text<Level>(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  uniques: [{ name: "grants_subject_unique", properties: ["resourceId", "subjectId"] }],
  indexes: [{ name: "grants_subject_index", properties: ["subjectId", "resourceType", "resourceId"] }],
});

/** The tree clock's only row, whose id is 1 (public-access.md 4.2: law by name). */
export const treeClockRows = defineEntity({
  name: "TreeClock",
  tableName: "tree_clock",
  properties: { id: integer().primary(), seq: integer() },
});

/** What the statements of this module see: its own tables, and those whose names it answers with. */
export type DocumentTables = Database<
  | typeof workspaceTypeRows
  | typeof documentTypeRows
  | typeof domainRows
  | typeof classificationPlanRows
  | typeof classificationCodeRows
  | typeof workspaceRows
  | typeof folderRows
  | typeof documentRows
  | typeof versionRows
  | typeof grantRows
  | typeof treeClockRows
  | typeof replayRows
  | typeof userRows
  | typeof groupRows
>;
