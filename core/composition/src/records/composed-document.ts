import type { DocumentId, FolderId, PersonRef, WorkspaceId } from "@cartulary/documents";
import { type Instant, type JsonObject, type Listing, standardLists, type UserId } from "@cartulary/kernel";
import type { ComposedDocumentId } from "./ids.ts";
import type { PartStatus } from "./part.ts";
import type { DocumentTemplateId } from "./template.ts";

export const COMPOSED_STATUSES = ["draft", "in_progress", "ready", "exported"] as const;
export type ComposedStatus = (typeof COMPOSED_STATUSES)[number];

export const ASSEMBLY_MODES = ["composed", "pure_typst"] as const;
export type AssemblyMode = (typeof ASSEMBLY_MODES)[number];

/** A composed document as it is stored. */
export interface ComposedDocument {
  readonly id: ComposedDocumentId;
  readonly name: string;
  readonly description: string | null;
  /** Derived at every change by {@link statusOf}. */
  readonly status: ComposedStatus;
  readonly templateId: DocumentTemplateId | null;
  readonly templateKey: string | null;
  readonly locale: string;
  readonly variables: JsonObject;
  readonly variablesSchema: JsonObject;
  readonly pageSettings: JsonObject;
  readonly typstSource: string | null;
  readonly assemblyMode: AssemblyMode;
  /** Where it lies; that of its folder, if it has one. */
  readonly workspaceId: WorkspaceId | null;
  readonly folderId: FolderId | null;
  readonly pdfFileId: DocumentId | null;
  readonly metadataUser: JsonObject;
  readonly exportedAt: Instant | null;
  /** How often it or one of its parts was changed. */
  readonly revision: number;
  /** The revision that the PDF was made of; `null` before there was one. */
  readonly exportedRevision: number | null;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A composed document as it is answered. */
export interface ComposedDocumentView extends Omit<ComposedDocument, "createdBy"> {
  readonly partsCount: number;
  readonly createdBy: PersonRef | null;
  /** Whoever made it, also when the directory does not know him any more. */
  readonly creatorId: UserId | null;
}

/** A composed document as lists show it: without its source. */
export type ListedComposedDocument = Omit<ComposedDocumentView, "typstSource">;

/** Parts that nothing keeps from being exported. */
const DONE: readonly PartStatus[] = ["ready", "validated", "locked"];

/**
 * What a document is (composition.md 1): exported while nothing changed since; else a draft if it was never edited; else
 * ready where it has parts and all are; else in progress. A pure Typst source has no parts to wait for, and is in progress
 * until it is exported. `partStatuses` are those that its parts have, each once or more.
 */
export function statusOf(
  {
    revision,
    exportedRevision,
    assemblyMode,
  }: Pick<ComposedDocument, "revision" | "exportedRevision" | "assemblyMode">,
  partStatuses: readonly PartStatus[],
): ComposedStatus {
  if (exportedRevision === revision) return "exported";
  if (revision === 0) return "draft";
  const isReady =
    assemblyMode === "composed" && partStatuses.length > 0 && partStatuses.every((status) => DONE.includes(status));
  return isReady ? "ready" : "in_progress";
}

/** The document after an edit of it or of a part. */
export function edited(
  document: ComposedDocument,
  partStatuses: readonly PartStatus[],
  now: Instant,
): ComposedDocument {
  const changed = { ...document, revision: document.revision + 1, updatedAt: now };
  return { ...changed, status: statusOf(changed, partStatuses) };
}

const fields = {
  id: "uuid",
  name: "text",
  description: "passage",
  status: "keyword",
  templateId: "uuid",
  templateKey: "keyword",
  assemblyMode: "keyword",
  workspaceId: "uuid",
  folderId: "uuid",
  pdfFileId: "uuid",
  exportedAt: "instant",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link composedDocumentListing} knows. */
export type ComposedDocumentField = keyof typeof fields;

/** What lists of composed documents may be filtered and sorted by. */
export const composedDocumentListing: Listing<ComposedDocumentField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
