import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { listOf, text, uuid } from "../fields.ts";
import { record } from "../record.ts";

/** A workspace, as what lies in it names it. */
export const WorkspaceReference = record("WorkspaceRef", { id: uuid<"Workspace">(), label: text() });

/** A folder, as what lies in it names it. */
export const FolderReference = record("FolderRef", {
  id: uuid<"Folder">(),
  name: text(),
  documentsFolderId: uuid<"Folder">().nullable(),
});

/** Who did something. */
export const Person = record("PersonRef", { id: uuid<"User">(), displayName: text() });

/** Who made a workspace. */
export const Creator = record("CreatorRef", { id: uuid<"User">(), displayName: text(), emailAddress: text() });

/** Narrows a list to one workspace, one folder's direct content, or both. */
export const Within = snakeObject({
  workspaceId: uuid<"Workspace">().exactOptional(),
  documentsFolderId: uuid<"Folder">().exactOptional(),
});

/** A domain, as documents name it. */
export const DomainReference = record("DomainRef", { id: uuid<"Domain">(), name: text() });

/** A document type, as documents name it. */
export const DocumentTypeReference = record("DocumentTypeRef", { id: uuid<"DocumentType">(), name: text() });

/** Why a document that nobody filed was filed under its code. */
export const ClassificationReason = record("ClassificationReason", {
  code: text(),
  score: z.number(),
  /** The entry's keywords that it names. */
  matched: listOf(text()),
});
