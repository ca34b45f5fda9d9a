import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { day, flag, instant, listOf, text, uuid } from "../fields.ts";
import { record, requiredByOperation } from "../record.ts";

/** A reference to a workspace. */
export const WorkspaceReference = record("WorkspaceRef", { id: uuid<"Workspace">(), label: text() });

/** A reference to a folder. */
export const FolderReference = record("FolderRef", {
  id: uuid<"Folder">(),
  name: text(),
  documentsFolderId: uuid<"Folder">().nullable(),
});

/** A reference to the user of an action. */
export const Person = record("PersonRef", { id: uuid<"User">(), displayName: text() });

/** The creator of a workspace. */
export const Creator = record("CreatorRef", { id: uuid<"User">(), displayName: text(), emailAddress: text() });

/** Restricts a list to a workspace, the direct content of a folder, or both. */
export const Within = snakeObject({
  workspaceId: uuid<"Workspace">().exactOptional(),
  documentsFolderId: uuid<"Folder">().exactOptional(),
});

export const DomainReference = record("DomainRef", { id: uuid<"Domain">(), name: text() });

export const DocumentTypeReference = record("DocumentTypeRef", { id: uuid<"DocumentType">(), name: text() });

/** The reason of an automatic classification. */
export const ClassificationReason = record("ClassificationReason", {
  code: text(),
  score: z.number(),
  /** Keywords of the entry that the document contains. */
  matched: listOf(text()),
});

/** A legal hold on a resource. */
const LegalHoldRecord = record("LegalHold", { reason: text(), setAt: instant(), setBy: Person.nullable() });

/** A resource that retains. */
const RetainingResource = record("RetainingResource", {
  type: z.enum(["workspace", "folder", "document"]),
  id: z.guid().toLowerCase(),
  name: text(),
});

/** The retention that applies to a resource. */
const RetainedRecord = record("Retained", {
  until: day().nullable(),
  legalHold: flag(),
  by: RetainingResource.nullable(),
});

/** The fields of retention in records of workspaces, folders and documents. */
export const retentionFields = {
  retainUntil: day().nullable(),
  legalHold: LegalHoldRecord.nullable(),
  retained: RetainedRecord.nullable(),
};

/** The field of retention in requests that create. */
export const retentionInput = { retainUntil: day().nullable().exactOptional() };

/** The fields of retention in requests that change (archive.md 4.10): a shorter retention needs a reason. */
export const retentionChange = { ...retentionInput, reason: text().nullable().exactOptional() };

/** The reason of a legal hold, or of its release. */
export const LegalHoldInput = record("LegalHoldInput", {
  reason: requiredByOperation(text().nullable().exactOptional()),
});
