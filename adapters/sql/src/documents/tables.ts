import type {
  CatalogueStatus,
  ClassificationEntry,
  ClassificationPlanId,
  DocumentExportId,
  DocumentId,
  DocumentTypeId,
  DomainId,
  ExportStatus,
  FolderId,
  Grant,
  LegalHold,
  Level,
  ResourceType,
  TextStatus,
  VersionId,
  WorkspaceId,
  WorkspaceTypeId,
} from "@cartulary/documents";
import type { BlobKey, Day, GroupId, JsonObject, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { groupRows, userRows } from "../directory/tables.ts";
import {
  boolean,
  type Database,
  foldedList,
  foldedText,
  id,
  instant,
  integer,
  json,
  text,
  version,
} from "../engine/columns.ts";
import type { replayRows } from "../replays/tables.ts";

/** The common columns of workspace types, document types and domains. */
const entry = <Value extends string>() => ({
  id: id<Value>().primary(),
  name: text(),
  nameFold: foldedText(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  version: version(),
});

/** The common indexes of the catalogues. */
const entryIndexes = (table: string) => [
  { name: `${table}_name_index`, properties: ["nameFold" as const, "id" as const] },
  { name: `${table}_created_at_index`, properties: ["createdAt" as const, "id" as const] },
  { name: `${table}_updated_at_index`, properties: ["updatedAt" as const, "id" as const] },
];

export const workspaceTypeRows = defineEntity({
  name: "WorkspaceType",
  tableName: "workspace_types",
  properties: { ...entry<WorkspaceTypeId>(), status: text<CatalogueStatus>() },
  indexes: entryIndexes("workspace_types"),
});

export const documentTypeRows = defineEntity({
  name: "DocumentType",
  tableName: "document_types",
  properties: { ...entry<DocumentTypeId>(), status: text<CatalogueStatus>() },
  indexes: entryIndexes("document_types"),
});

/** The subjects of workspaces and documents. */
export const domainRows = defineEntity({
  name: "Domain",
  tableName: "domains",
  properties: entry<DomainId>(),
  indexes: entryIndexes("domains"),
});

/** The columns of plans, here and in the trash. */
export const planProperties = () => ({
  id: id<ClassificationPlanId>().primary(),
  label: text(),
  labelFold: foldedText(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  entries: json<readonly ClassificationEntry[]>(),
  workspaceId: id<WorkspaceId>().nullable(),
  createdBy: id<UserId>().nullable(),
  madeByAdministrator: boolean(),
  createdAt: instant(),
  updatedAt: instant(),
});

export const classificationPlanRows = defineEntity({
  name: "ClassificationPlan",
  tableName: "classification_plans",
  properties: planProperties(),
  indexes: [
    { name: "classification_plans_label_index", properties: ["labelFold", "id"] },
    { name: "classification_plans_created_at_index", properties: ["createdAt", "id"] },
    { name: "classification_plans_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "classification_plans_workspace_id_index", properties: ["workspaceId"] },
    { name: "classification_plans_created_by_index", properties: ["createdBy"] },
    { name: "classification_plans_made_by_administrator_index", properties: ["madeByAdministrator"] },
  ],
});

/** The codes of plan entries, for lookups; the plan itself stores its entries as JSON. */
export const classificationCodeRows = defineEntity({
  name: "ClassificationCode",
  tableName: "classification_codes",
  properties: {
    planId: id<ClassificationPlanId>().primary(),
    code: text().primary(),
    /** True if the entry has no children. */
    leaf: boolean(),
  },
});

/** The columns of an own retention. */
const retention = () => ({
  retainUntil: text<Day>().nullable(),
  legalHold: json<LegalHold>().nullable(),
  /** That of the hold, for filters. */
  legalHoldSetAt: instant().nullable(),
});

/** The columns of workspaces, here and in the trash. */
export const workspaceProperties = () => ({
  id: id<WorkspaceId>().primary(),
  label: text(),
  labelFold: foldedText(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  externalId: text().nullable(),
  externalIdFold: foldedText().nullable(),
  classificationPlanId: id<ClassificationPlanId>().nullable(),
  domainId: id<DomainId>().nullable(),
  workspaceTypeId: id<WorkspaceTypeId>().nullable(),
  settings: json<JsonObject>(),
  businessTags: json<readonly string[]>(),
  metadataUser: json<JsonObject>(),
  ...retention(),
  createdBy: id<UserId>().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  version: version(),
});

/** Workspaces, written through the entity manager. */
export const workspaceRows = defineEntity({
  name: "Workspace",
  tableName: "workspaces",
  properties: workspaceProperties(),
  indexes: [
    { name: "workspaces_label_index", properties: ["labelFold", "id"] },
    { name: "workspaces_created_at_index", properties: ["createdAt", "id"] },
    { name: "workspaces_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "workspaces_classification_plan_id_index", properties: ["classificationPlanId"] },
    { name: "workspaces_domain_id_index", properties: ["domainId"] },
    { name: "workspaces_workspace_type_id_index", properties: ["workspaceTypeId"] },
    {
      name: "workspaces_retained_index",
      properties: ["id"],
      where: "retain_until is not null or legal_hold_set_at is not null",
    },
  ],
});

/** The columns of folders, here and in the trash. */
export const folderProperties = () => ({
  id: id<FolderId>().primary(),
  name: text(),
  nameFold: foldedText(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  color: text().nullable(),
  icon: text().nullable(),
  iconFold: foldedText().nullable(),
  documentsFolderId: id<FolderId>().nullable(),
  workspaceId: id<WorkspaceId>().nullable(),
  externalId: text().nullable(),
  externalIdFold: foldedText().nullable(),
  tags: json<readonly string[]>(),
  tagsFold: foldedList(),
  placedSeq: integer(),
  ...retention(),
  createdBy: id<UserId>().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
});

export const folderRows = defineEntity({
  name: "Folder",
  tableName: "folders",
  properties: folderProperties(),
  indexes: [
    { name: "folders_name_index", properties: ["nameFold", "id"] },
    { name: "folders_created_at_index", properties: ["createdAt", "id"] },
    { name: "folders_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "folders_documents_folder_id_index", properties: ["documentsFolderId", "nameFold", "id"] },
    { name: "folders_workspace_id_index", properties: ["workspaceId", "id"] },
    {
      name: "folders_retained_index",
      properties: ["workspaceId"],
      where: "retain_until is not null or legal_hold_set_at is not null",
    },
  ],
});

/** The common columns of the content of documents and versions. */
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

/** The columns of documents, here and in the trash. */
export const documentProperties = () => ({
  id: id<DocumentId>().primary(),
  name: text(),
  nameFold: foldedText(),
  description: text().nullable(),
  descriptionFold: foldedText().nullable(),
  documentsFolderId: id<FolderId>().nullable(),
  workspaceId: id<WorkspaceId>().nullable(),
  externalId: text().nullable(),
  externalIdFold: foldedText().nullable(),
  domainId: id<DomainId>().nullable(),
  documentTypeId: id<DocumentTypeId>().nullable(),
  classificationCode: text().nullable(),
  classificationCodeFold: foldedText().nullable(),
  metadataUser: json<JsonObject>(),
  tags: json<readonly string[]>(),
  tagsFold: foldedList(),
  versionsCount: integer(),
  textStatus: text<TextStatus>().default("pending"),
  placedSeq: integer(),
  ...retention(),
  createdBy: id<UserId>().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  ...content(),
});

/** Documents with their current content. */
export const documentRows = defineEntity({
  name: "Document",
  tableName: "documents",
  properties: documentProperties(),
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
      name: "documents_retained_index",
      properties: ["documentsFolderId", "workspaceId"],
      where: "retain_until is not null or legal_hold_set_at is not null",
    },
    {
      name: "documents_classification_code_index",
      properties: ["workspaceId", "classificationCode"],
      where: "classification_code is not null",
    },
  ],
});

/** The columns of versions, here and in the trash. */
export const versionProperties = () => ({
  id: id<VersionId>().primary(),
  documentId: id<DocumentId>(),
  versionNumber: integer(),
  comment: text().nullable(),
  createdBy: id<UserId>().nullable(),
  createdAt: instant(),
  ...content(),
});

/** Previous contents of documents. */
export const versionRows = defineEntity({
  name: "Version",
  tableName: "versions",
  properties: versionProperties(),
  uniques: [{ name: "versions_version_number_unique", properties: ["documentId", "versionNumber"] }],
});

/** Grants. Subject and resource are not foreign keys, because each refers to one of several tables. */
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

/** Exports that have not expired, or wait for their removal. The only references are to blobs: a root may be deleted. */
export const documentExportRows = defineEntity({
  name: "DocumentExport",
  tableName: "document_exports",
  properties: {
    id: id<DocumentExportId>().primary(),
    userId: id<UserId>(),
    status: text<ExportStatus>(),
    progress: integer(),
    workspaceId: id<WorkspaceId>().nullable(),
    folderId: id<FolderId>().nullable(),
    includesVersions: boolean(),
    isPublic: boolean(),
    baggedAt: instant(),
    name: text(),
    blobKey: text<BlobKey>().nullable(),
    byteSize: integer().nullable(),
    sha256: text().nullable(),
    itemsBlobKey: text<BlobKey>().nullable(),
    failure: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    expiresAt: instant(),
  },
  indexes: [
    { name: "document_exports_created_at_index", properties: ["createdAt", "id"] },
    { name: "document_exports_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "document_exports_user_id_created_at_index", properties: ["userId", "createdAt", "id"] },
    { name: "document_exports_user_id_updated_at_index", properties: ["userId", "updatedAt", "id"] },
    { name: "document_exports_expires_at_index", properties: ["expiresAt", "id"] },
    { name: "document_exports_blob_key_index", properties: ["blobKey"], where: "blob_key is not null" },
    {
      name: "document_exports_items_blob_key_index",
      properties: ["itemsBlobKey"],
      where: "items_blob_key is not null",
    },
  ],
});

/** The only row of the tree clock, with the id 1 (public-access.md 4.2). */
export const treeClockRows = defineEntity({
  name: "TreeClock",
  tableName: "tree_clock",
  properties: { id: integer().primary(), seq: integer() },
});

/** The tables of this module, and those whose names it returns. */
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
  | typeof documentExportRows
  | typeof replayRows
  | typeof userRows
  | typeof groupRows
>;
