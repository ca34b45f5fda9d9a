import { TEXT_STATUSES } from "@cartulary/documents";
import { z } from "zod";
import { freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { record } from "../record.ts";
import {
  ClassificationReason,
  DocumentTypeReference,
  DomainReference,
  FolderReference,
  Person,
  retentionFields,
  WorkspaceReference,
} from "./references.ts";

/** The fields of a document in every reply. */
export const documentFields = {
  id: uuid<"Document">(),
  name: text(),
  description: text().nullable(),
  documentsFolderId: uuid<"Folder">().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  domainId: uuid<"Domain">().nullable(),
  documentTypeId: uuid<"DocumentType">().nullable(),
  externalId: text().nullable(),
  classificationPlanId: uuid<"ClassificationPlan">().nullable(),
  byteSize: integer(),
  contentType: text(),
  sha256: text(),
  versionsCount: integer(),
  /** State of the full-text index for the current content. */
  textStatus: z.enum(TEXT_STATUSES),
  classificationCode: text().nullable(),
  metadataUser: freeForm(),
  workspace: WorkspaceReference.nullable(),
  folder: FolderReference.nullable(),
  domain: DomainReference.nullable(),
  documentType: DocumentTypeReference.nullable(),
  createdBy: Person.nullable(),
  tags: listOf(text()),
  ...retentionFields,
  createdAt: instant(),
  updatedAt: instant(),
};

export const DocumentRecord = record("Document", documentFields);

/** A new document, with the details of its upload. */
export const CreatedDocument = record("CreatedDocument", {
  ...documentFields,
  bulkUploadId: uuid<"BulkUpload">().nullable(),
  /** The oldest readable document with the same bytes. */
  duplicateOf: uuid<"Document">().nullable(),
  classificationReason: ClassificationReason.nullable(),
});
