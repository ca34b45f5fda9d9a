import type {
  Alignment,
  AssemblyMode,
  CommunicationFailure,
  CompileClaim,
  ComposedDocumentId,
  ComposedStatus,
  ContentFormat,
  ContentSource,
  DocumentTemplate,
  DocumentTemplateId,
  MassCommunicationId,
  MassCommunicationStatus,
  NamedRecipients,
  PartId,
  PartInput,
  PartStatus,
  PartType,
} from "@cartulary/composition";
import type { DocumentId, FolderId, WorkspaceId } from "@cartulary/documents";
import type { JsonObject, UserId } from "@cartulary/kernel";
import { defineEntity } from "@mikro-orm/core";
import type { contactRows, groupRows, memberRows, userRows } from "../directory/tables.ts";
import type { documentRows, folderRows, grantRows, workspaceRows } from "../documents/tables.ts";
import { boolean, type Database, foldedText, id, instant, integer, json, text, version } from "../engine/columns.ts";

/** Templates, written through the entity manager. */
export const templateRows = defineEntity({
  name: "DocumentTemplate",
  tableName: "document_templates",
  properties: {
    id: id<DocumentTemplateId>().primary(),
    key: text(),
    name: text(),
    nameFold: foldedText(),
    description: text().nullable(),
    category: text().nullable(),
    locale: text(),
    typstSource: text(),
    variablesSchema: json<JsonObject>(),
    defaultParts: json<readonly PartInput[]>(),
    pageSettings: json<JsonObject>(),
    active: boolean(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  uniques: [{ name: "document_templates_key_unique", properties: ["key"] }],
  indexes: [{ name: "document_templates_name_index", properties: ["nameFold", "id"] }],
});

/** Composed documents. No foreign keys: the referenced places may be deleted first. */
export const composedDocumentRows = defineEntity({
  name: "ComposedDocument",
  tableName: "composed_documents",
  properties: {
    id: id<ComposedDocumentId>().primary(),
    name: text(),
    nameFold: foldedText(),
    description: text().nullable(),
    descriptionFold: foldedText().nullable(),
    status: text<ComposedStatus>(),
    templateId: id<DocumentTemplateId>().nullable(),
    templateKey: text().nullable(),
    locale: text(),
    variables: json<JsonObject>(),
    variablesSchema: json<JsonObject>(),
    pageSettings: json<JsonObject>(),
    typstSource: text().nullable(),
    assemblyMode: text<AssemblyMode>(),
    workspaceId: id<WorkspaceId>().nullable(),
    folderId: id<FolderId>().nullable(),
    pdfFileId: id<DocumentId>().nullable(),
    metadataUser: json<JsonObject>(),
    exportedAt: instant().nullable(),
    revision: integer(),
    exportedRevision: integer().nullable(),
    createdBy: id<UserId>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes: [
    { name: "composed_documents_name_index", properties: ["nameFold", "id"] },
    { name: "composed_documents_created_at_index", properties: ["createdAt", "id"] },
    { name: "composed_documents_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "composed_documents_folder_id_index", properties: ["folderId"] },
    { name: "composed_documents_workspace_id_index", properties: ["workspaceId"] },
    { name: "composed_documents_created_by_index", properties: ["createdBy"] },
    { name: "composed_documents_template_id_index", properties: ["templateId"] },
    { name: "composed_documents_pdf_file_id_index", properties: ["pdfFileId"] },
  ],
});

/** The references that composed documents lost to the trash. */
export const trashedReferenceRows = defineEntity({
  name: "TrashedReference",
  tableName: "trashed_references",
  properties: {
    entryId: id<string>().primary(),
    composedDocumentId: id<ComposedDocumentId>().primary(),
    folderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    pdfFileId: id<DocumentId>().nullable(),
  },
  indexes: [{ name: "trashed_references_composed_document_id_index", properties: ["composedDocumentId"] }],
});

/** The parts of composed documents, without their contents, because lists and reordering read many parts. */
export const partRows = defineEntity({
  name: "ComposedPart",
  tableName: "composed_parts",
  properties: {
    id: id<PartId>().primary(),
    composedDocumentId: id<ComposedDocumentId>(),
    title: text().nullable(),
    contentFormat: text<ContentFormat>(),
    contentSource: text<ContentSource>(),
    partType: text<PartType>(),
    position: integer(),
    status: text<PartStatus>(),
    alignment: text<Alignment>(),
    bsize: integer(),
    pageBreak: boolean(),
    rowGroup: integer().nullable(),
    key: text().nullable(),
    instructions: text().nullable(),
    assigneeId: text().nullable(),
    assigneeType: text().nullable(),
    metadata: json<JsonObject>(),
    lockedAt: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes: [
    { name: "composed_parts_position_index", properties: ["composedDocumentId", "position", "createdAt", "id"] },
  ],
});

/** The content of each part. */
export const partContentRows = defineEntity({
  name: "ComposedPartContent",
  tableName: "composed_part_contents",
  properties: { partId: id<PartId>().primary(), content: text() },
});

/** Claims of compilations. */
export const compileClaimRows = defineEntity({
  name: "CompileClaim",
  tableName: "compile_claims",
  properties: {
    composedDocumentId: id<ComposedDocumentId>().primary(),
    token: id<CompileClaim["token"]>(),
    until: instant(),
  },
});

/** A row for each set of first templates that was inserted: 1 for those of composed documents, 2 for letters. */
export const templateSeedRows = defineEntity({
  name: "TemplateSeed",
  tableName: "template_seed_sets",
  properties: { id: integer().primary() },
});

/** Mass communications. No foreign keys: the referenced records may be deleted first. */
export const massCommunicationRows = defineEntity({
  name: "MassCommunication",
  tableName: "mass_communications",
  properties: {
    id: id<MassCommunicationId>().primary(),
    userId: id<UserId>(),
    templateKey: text(),
    name: text(),
    nameFold: foldedText(),
    variables: json<JsonObject>(),
    recipients: json<NamedRecipients>(),
    folderId: id<FolderId>().nullable(),
    workspaceId: id<WorkspaceId>().nullable(),
    status: text<MassCommunicationStatus>(),
    totalFiles: integer(),
    /** The sum of the next two, for filters. */
    processedFiles: integer(),
    successfulFiles: integer(),
    failedFiles: integer(),
    failures: json<readonly CommunicationFailure[]>(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  indexes: [
    { name: "mass_communications_name_index", properties: ["nameFold", "id"] },
    { name: "mass_communications_created_at_index", properties: ["createdAt", "id"] },
    { name: "mass_communications_updated_at_index", properties: ["updatedAt", "id"] },
    { name: "mass_communications_user_id_name_index", properties: ["userId", "nameFold", "id"] },
    { name: "mass_communications_user_id_created_at_index", properties: ["userId", "createdAt", "id"] },
    { name: "mass_communications_user_id_updated_at_index", properties: ["userId", "updatedAt", "id"] },
  ],
});

/** The templates of running mass communications, as of their start. */
export const massTemplateRows = defineEntity({
  name: "MassCommunicationTemplate",
  tableName: "mass_communication_templates",
  properties: {
    massCommunicationId: id<MassCommunicationId>().primary(),
    template: json<DocumentTemplate>(),
  },
});

/** The recipients whose documents are not yet created. */
export const recipientRows = defineEntity({
  name: "MassCommunicationRecipient",
  tableName: "mass_communication_recipients",
  properties: {
    massCommunicationId: id<MassCommunicationId>().primary(),
    position: integer().primary(),
    emailAddress: text(),
    firstName: text().nullable(),
    lastName: text().nullable(),
    displayName: text(),
    composedDocumentId: id<ComposedDocumentId>(),
  },
});

export type CompositionTables = Database<
  | typeof templateRows
  | typeof composedDocumentRows
  | typeof trashedReferenceRows
  | typeof partRows
  | typeof partContentRows
  | typeof compileClaimRows
  | typeof templateSeedRows
  | typeof massCommunicationRows
  | typeof massTemplateRows
  | typeof recipientRows
  | typeof documentRows
  | typeof folderRows
  | typeof workspaceRows
  | typeof grantRows
  | typeof userRows
  | typeof contactRows
  | typeof groupRows
  | typeof memberRows
>;
