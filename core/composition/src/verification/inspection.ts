import type { Folder, WorkspaceId } from "@cartulary/documents";
import { type ComposedDocument, statusOf } from "../records/composed-document.ts";
import { FAILURES_MAX, isUnderWay, type MassCommunication, processedOf } from "../records/mass-communication.ts";
import { COLUMNS, type Part } from "../records/part.ts";
import type { Recipient } from "../records/recipient.ts";

/** A row, and what it refers to that does not exist. */
interface Referring {
  readonly missing: readonly { readonly noun: string; readonly id: string }[];
}

/** A composed document, as verification looks at it. */
export interface InspectedComposedDocument
  extends Referring,
    Pick<ComposedDocument, "id" | "status" | "assemblyMode" | "templateId" | "templateKey" | "workspaceId">,
    Pick<ComposedDocument, "revision" | "exportedRevision" | "exportedAt"> {
  /** The folder it lies in; `null` where it lies in none, or in one that does not exist. */
  readonly folder: Pick<Folder, "id" | "workspaceId"> | null;
  /** Those that its parts have, each once, in any order. */
  readonly partStatuses: readonly Part["status"][];
}

/** A part, as verification looks at it. */
export interface InspectedPart extends Referring, Pick<Part, "id" | "status" | "lockedAt" | "bsize"> {}

/** A mass communication, as verification looks at it. */
export interface InspectedMassCommunication
  extends Pick<MassCommunication, "id" | "status" | "totalFiles" | "successfulFiles" | "failedFiles"> {
  /** The sum that is stored beside what it is of. */
  readonly processedFiles: number;
  readonly failuresCount: number;
  readonly hasTemplate: boolean;
  /** Who waits for a document, and how many documents those wait for. */
  readonly waiting: { readonly recipients: number; readonly documents: number };
}

/** What a recipient is known by. */
export type RecipientKey = Pick<Recipient, "massCommunicationId" | "position">;

/** Somebody who waits for a document, as verification looks at it. */
export interface InspectedRecipient extends Referring, RecipientKey {
  /** His document where there is one already, which is not to be so. */
  readonly madeDocumentId: Recipient["composedDocumentId"] | null;
}

// Each of these says what is wrong with one row, in sentences of which the row is the subject.

export function composedDocumentProblems(document: InspectedComposedDocument): readonly string[] {
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

/** A document lies in the workspace of its folder. */
function placeProblems({ folder, workspaceId }: InspectedComposedDocument): readonly string[] {
  if (folder === null || folder.workspaceId === workspaceId) return [];
  return [`is ${inside(workspaceId)}, its folder ${folder.id} is ${inside(folder.workspaceId)}`];
}

const inside = (workspaceId: WorkspaceId | null) => (workspaceId ? `in workspace ${workspaceId}` : "in no workspace");

export function partProblems(part: InspectedPart): readonly string[] {
  const { status, lockedAt, bsize } = part;
  return [
    ...missingProblems(part),
    ...when((status === "locked") !== (lockedAt !== null), `is ${status}, and was locked at ${lockedAt ?? "no time"}`),
    ...when(bsize < 1 || bsize > COLUMNS, `is ${bsize} columns wide, of ${COLUMNS}`),
  ];
}

/** Everybody is dealt with once, or waits; whoever still makes documents has the template, and nobody else. */
export function massCommunicationProblems(record: InspectedMassCommunication): readonly string[] {
  const { totalFiles, successfulFiles, failedFiles, failuresCount, processedFiles, hasTemplate, waiting } = record;
  const processed = processedOf(record);
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
      isUnderWay(record) !== hasTemplate,
      `is ${record.status}, and has ${hasTemplate ? "a" : "no"} template to make documents of`,
    ),
    ...when(
      waiting.recipients !== waitingFor(record),
      `is ${record.status} with ${processed} of ${totalFiles} dealt with, and ${waiting.recipients} wait`,
    ),
    ...endProblems(record),
  ];
}

/** Whoever is called off waits for nothing; else those wait who are not dealt with. */
function waitingFor(record: InspectedMassCommunication): number {
  return record.status === "cancelled" ? 0 : record.totalFiles - processedOf(record);
}

function endProblems(record: InspectedMassCommunication): readonly string[] {
  const { status, totalFiles, successfulFiles } = record;
  const isDone = processedOf(record) >= totalFiles;
  const end = successfulFiles > 0 ? "completed" : "failed";
  const isEnded = status === "completed" || status === "failed";
  if (isEnded ? isDone && status === end : !isDone) return [];
  return [
    `is ${status}, with ${successfulFiles} documents made and ${processedOf(record)} of ${totalFiles} dealt with`,
  ];
}

export function recipientProblems(recipient: InspectedRecipient): readonly string[] {
  const { madeDocumentId } = recipient;
  return [
    ...missingProblems(recipient),
    ...when(madeDocumentId !== null, `waits for composed document ${madeDocumentId}, which is there already`),
  ];
}

const missingProblems = ({ missing }: Referring): readonly string[] =>
  missing.map(({ noun, id }) => `refers to ${noun} ${id}, which does not exist`);

const when = (wrong: boolean, problem: string): readonly string[] => (wrong ? [problem] : []);
