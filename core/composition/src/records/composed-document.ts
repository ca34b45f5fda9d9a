import type { DocumentId, FolderId, PersonRef, WorkspaceId } from "@cartulary/documents";
import { DEFAULT_LIST_DIALECT, type Instant, type JsonObject, type Listing, type UserId } from "@cartulary/kernel";
import type { ComposedDocumentId } from "./ids.ts";
import type { PartStatus } from "./part.ts";
import type { DocumentTemplateId } from "./template.ts";

export const COMPOSED_STATUSES = ["draft", "in_progress", "ready", "exported"] as const;
export type ComposedStatus = (typeof COMPOSED_STATUSES)[number];

export const ASSEMBLY_MODES = ["composed", "pure_typst"] as const;
export type AssemblyMode = (typeof ASSEMBLY_MODES)[number];

/** A stored composed document. */
export interface ComposedDocument {
  readonly id: ComposedDocumentId;
  readonly name: string;
  readonly description: string | null;
  /** Derived by {@link statusOf} at every change. */
  readonly status: ComposedStatus;
  readonly templateId: DocumentTemplateId | null;
  readonly templateKey: string | null;
  readonly locale: string;
  readonly variables: JsonObject;
  readonly variablesSchema: JsonObject;
  readonly pageSettings: JsonObject;
  readonly typstSource: string | null;
  readonly assemblyMode: AssemblyMode;
  /** The folder's workspace, if there is a folder. */
  readonly workspaceId: WorkspaceId | null;
  readonly folderId: FolderId | null;
  readonly pdfFileId: DocumentId | null;
  readonly metadataUser: JsonObject;
  readonly exportedAt: Instant | null;
  /** Number of changes of the document and its parts. */
  readonly revision: number;
  /** The revision of the PDF; `null` without one. */
  readonly exportedRevision: number | null;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A composed document with derived fields. */
export interface ComposedDocumentView extends Omit<ComposedDocument, "createdBy"> {
  readonly partsCount: number;
  readonly createdBy: PersonRef | null;
  /** The creator's id, even if the user was removed. */
  readonly creatorId: UserId | null;
}

/** A composed document in lists, without its source. */
export type ListedComposedDocument = Omit<ComposedDocumentView, "typstSource">;

/** Statuses of parts that are ready for export. */
const DONE: readonly PartStatus[] = ["ready", "validated", "locked"];

/**
 * Derives the status (composition.md 1): exported while unchanged since the export; draft if never edited; ready if it
 * has parts and all are ready; otherwise in progress. In mode `pure_typst`, it is in progress until the export.
 * `partStatuses` may repeat.
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

/** Counts an edit of the document or a part, and derives the status. */
export function markEdited(
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

export type ComposedDocumentField = keyof typeof fields;

/** Filters and sorts of lists of composed documents. */
export const composedDocumentListing: Listing<ComposedDocumentField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
