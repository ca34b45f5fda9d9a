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
  WorkspaceReference,
} from "./references.ts";

/** What every answer tells of a document. */
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
  /** What full-text search has of its present content. */
  textStatus: z.enum(TEXT_STATUSES),
  classificationCode: text().nullable(),
  metadataUser: freeForm(),
  workspace: WorkspaceReference.nullable(),
  folder: FolderReference.nullable(),
  domain: DomainReference.nullable(),
  documentType: DocumentTypeReference.nullable(),
  createdBy: Person.nullable(),
  tags: listOf(text()),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A document as it is answered. */
export const DocumentRecord = record("Document", documentFields);

/** A document that was just made: with how it came in. */
export const CreatedDocument = record("CreatedDocument", {
  ...documentFields,
  bulkUploadId: uuid<"BulkUpload">().nullable(),
  /** The oldest readable document of the same bytes. */
  duplicateOf: uuid<"Document">().nullable(),
  classificationReason: ClassificationReason.nullable(),
});
