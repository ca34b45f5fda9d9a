import type { Folder, WorkspaceId } from "@cartulary/documents";
import { type ComposedDocument, statusOf } from "../records/composed-document.ts";
import { FAILURES_MAX, isActive, type MassCommunication, processedCount } from "../records/mass-communication.ts";
import { COLUMNS, type Part } from "../records/part.ts";
import type { Recipient } from "../records/recipient.ts";

/** A row with its references to missing records. */
interface Referring {
  readonly missing: readonly { readonly noun: string; readonly id: string }[];
}

export interface ComposedDocumentIntegrityRow
  extends Referring,
    Pick<ComposedDocument, "id" | "status" | "assemblyMode" | "templateId" | "templateKey" | "workspaceId">,
    Pick<ComposedDocument, "revision" | "exportedRevision" | "exportedAt"> {
  /** Its folder; `null` without one, or if it does not exist. */
  readonly folder: Pick<Folder, "id" | "workspaceId"> | null;
  /** The distinct statuses of its parts, in any order. */
  readonly partStatuses: readonly Part["status"][];
}

export interface PartIntegrityRow extends Referring, Pick<Part, "id" | "status" | "lockedAt" | "bsize"> {}

export interface MassCommunicationIntegrityRow
  extends Pick<MassCommunication, "id" | "status" | "totalFiles" | "successfulFiles" | "failedFiles"> {
  /** The stored sum. */
  readonly processedFiles: number;
  readonly failuresCount: number;
  readonly hasTemplate: boolean;
  /** Number of waiting recipients, and of their distinct documents. */
  readonly waiting: { readonly recipients: number; readonly documents: number };
}

/** Identifies a recipient. */
export type RecipientKey = Pick<Recipient, "massCommunicationId" | "position">;

export interface RecipientIntegrityRow extends Referring, RecipientKey {
  /** The document, if it exists already, which is an error. */
  readonly madeDocumentId: Recipient["composedDocumentId"] | null;
}

// Each function lists the problems of a row, as sentences whose subject is the row.

export function composedDocumentProblems(document: ComposedDocumentIntegrityRow): readonly string[] {
  const { status, revision, exportedRevision, exportedAt, templateId, templateKey } = document;
  const derived = statusOf(document, document.partStatuses);
  return [
    ...missingProblems(document),
    ...placeProblems(document),
    ...when((templateId === null) !== (templateKey === null), "has the id of a template or its key, and not both"),
    ...when(
      exportedRevision !== null && exportedRevision > revision,
      `is at revision ${revision}, and was exported at ${exportedRevision}`,
    ),
    ...when(
      (exportedRevision === null) !== (exportedAt === null),
      "says when it was exported or which revision, and not both",
    ),
    ...when(status !== derived, `is ${status}, and by its changes and parts ${derived}`),
  ];
}

/** Checks that the workspace is the folder's. */
function placeProblems({ folder, workspaceId }: ComposedDocumentIntegrityRow): readonly string[] {
  if (folder === null || folder.workspaceId === workspaceId) return [];
  return [`is ${inside(workspaceId)}, its folder ${folder.id} is ${inside(folder.workspaceId)}`];
}

const inside = (workspaceId: WorkspaceId | null) => (workspaceId ? `in workspace ${workspaceId}` : "in no workspace");

export function partProblems(part: PartIntegrityRow): readonly string[] {
  const { status, lockedAt, bsize } = part;
  return [
    ...missingProblems(part),
    ...when((status === "locked") !== (lockedAt !== null), `is ${status}, and was locked at ${lockedAt ?? "no time"}`),
    ...when(bsize < 1 || bsize > COLUMNS, `is ${bsize} columns wide, of ${COLUMNS}`),
  ];
}

/**
 * Checks that every recipient is processed once or waits, and that exactly active mass communications have a template.
 */
export function massCommunicationProblems(record: MassCommunicationIntegrityRow): readonly string[] {
  const { totalFiles, successfulFiles, failedFiles, failuresCount, processedFiles, hasTemplate, waiting } = record;
  const processed = processedCount(record);
  return [
    ...when(
      processedFiles !== processed,
      `has ${successfulFiles} documents and ${failedFiles} failures, and sums them as ${processedFiles}`,
    ),
    ...when(
      failuresCount !== Math.min(failedFiles, FAILURES_MAX),
      `counts ${failedFiles} failures, and tells of ${failuresCount}`,
    ),
    ...when(
      waiting.documents !== waiting.recipients,
      `has ${waiting.recipients} recipients wait for ${waiting.documents} documents`,
    ),
    ...when(
      isActive(record) !== hasTemplate,
      `is ${record.status}, and has ${hasTemplate ? "a" : "no"} template to make documents of`,
    ),
    ...when(
      waiting.recipients !== waitingFor(record),
      `is ${record.status} with ${processed} of ${totalFiles} dealt with, and ${waiting.recipients} wait`,
    ),
    ...endProblems(record),
  ];
}

/** Returns the expected number of waiting recipients: none after cancellation. */
function waitingFor(record: MassCommunicationIntegrityRow): number {
  return record.status === "cancelled" ? 0 : record.totalFiles - processedCount(record);
}

function endProblems(record: MassCommunicationIntegrityRow): readonly string[] {
  const { status, totalFiles, successfulFiles } = record;
  const isDone = processedCount(record) >= totalFiles;
  const end = successfulFiles > 0 ? "completed" : "failed";
  const isEnded = status === "completed" || status === "failed";
  if (isEnded ? isDone && status === end : !isDone) return [];
  return [
    `is ${status}, with ${successfulFiles} documents made and ${processedCount(record)} of ${totalFiles} dealt with`,
  ];
}

export function recipientProblems(recipient: RecipientIntegrityRow): readonly string[] {
  const { madeDocumentId } = recipient;
  return [
    ...missingProblems(recipient),
    ...when(madeDocumentId !== null, `waits for composed document ${madeDocumentId}, which is there already`),
  ];
}

const missingProblems = ({ missing }: Referring): readonly string[] =>
  missing.map(({ noun, id }) => `refers to ${noun} ${id}, which does not exist`);

const when = (wrong: boolean, problem: string): readonly string[] => (wrong ? [problem] : []);
