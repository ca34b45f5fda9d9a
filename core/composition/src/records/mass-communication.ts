import type { FolderId, WorkspaceId } from "@cartulary/documents";
import {
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  transitions,
  type UserId,
} from "@cartulary/kernel";
import type { MassCommunicationId } from "./ids.ts";

/** Maximum number of documents (composition.md 3). */
export const RECIPIENTS_MAX = 10_000;
/** Maximum number of listed failures. */
export const FAILURES_MAX = 100;

/** Statuses (documents.md 2.1). */
export const MASS_COMMUNICATION_STATUSES = ["pending", "in_progress", "completed", "failed", "cancelled"] as const;
export type MassCommunicationStatus = (typeof MASS_COMMUNICATION_STATUSES)[number];

/** The statuses that each status may become. */
const communicationTransitions = transitions<MassCommunicationStatus>({
  pending: ["in_progress", "cancelled"],
  in_progress: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
});

/** Recipients as in the request. */
export interface NamedRecipients {
  readonly contactIds: readonly Id<"Contact">[];
  readonly userIds: readonly UserId[];
  readonly groupIds: readonly Id<"Group">[];
}

/** A recipient without document, and the reason. */
export interface CommunicationFailure {
  readonly emailAddress: string;
  readonly message: string;
}

/** A document for each of many recipients. */
export interface MassCommunication {
  readonly id: MassCommunicationId;
  /** The requesting user: documents are created with this user's rights and belong to the user. */
  readonly userId: UserId;
  readonly templateKey: string;
  /** Prefix of the documents' names. */
  readonly name: string;
  readonly variables: JsonObject;
  readonly recipients: NamedRecipients;
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly status: MassCommunicationStatus;
  /** Number of recipients, without duplicate e-mail addresses. */
  readonly totalFiles: number;
  readonly successfulFiles: number;
  readonly failedFiles: number;
  /** The first {@link FAILURES_MAX}. */
  readonly failures: readonly CommunicationFailure[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A mass communication with derived fields. */
export interface MassCommunicationView extends Omit<MassCommunication, "userId"> {
  readonly processedFiles: number;
  /** In percent. */
  readonly progress: number;
}

export function massCommunicationView({ userId: _owner, ...record }: MassCommunication): MassCommunicationView {
  const processedFiles = processedCount(record);
  return { ...record, processedFiles, progress: (processedFiles / record.totalFiles) * 100 };
}

/** Counts recipients with a result. */
export const processedCount = ({
  successfulFiles,
  failedFiles,
}: Pick<MassCommunication, "successfulFiles" | "failedFiles">): number => successfulFiles + failedFiles;

/** True while documents remain to be created. */
export const isActive = ({ status }: Pick<MassCommunication, "status">): boolean =>
  !communicationTransitions.isFinal(status);

/** Sets the status `in_progress` if it is pending. */
export function markStarted(record: MassCommunication, now: Instant): MassCommunication {
  return record.status === "pending" ? inStatus(record, "in_progress", now) : record;
}

/** Counts a created document. */
export function withSuccess(record: MassCommunication, now: Instant): MassCommunication {
  return endIfDone({ ...record, successfulFiles: record.successfulFiles + 1, updatedAt: now }, now);
}

/** Counts a recipient without document. */
export function withFailure(record: MassCommunication, failure: CommunicationFailure, now: Instant): MassCommunication {
  const failures = record.failures.length < FAILURES_MAX ? [...record.failures, failure] : record.failures;
  return endIfDone({ ...record, failures, failedFiles: record.failedFiles + 1, updatedAt: now }, now);
}

/** Ends it after the last recipient: completed if any document was created, else failed. */
function endIfDone(record: MassCommunication, now: Instant): MassCommunication {
  if (processedCount(record) < record.totalFiles) return record;
  return inStatus(record, record.successfulFiles > 0 ? "completed" : "failed", now);
}

/**
 * Cancels it; created documents stay. No effect if it is cancelled already; throws 422 `invalid_transition` after
 * another end.
 */
export function markCancelled(record: MassCommunication, now: Instant): MassCommunication {
  if (record.status === "cancelled") return record;
  const message = () => `The mass communication is ${record.status}: it has ended`;
  return { ...record, status: communicationTransitions.move(record.status, "cancelled", message), updatedAt: now };
}

function inStatus(record: MassCommunication, status: MassCommunicationStatus, now: Instant): MassCommunication {
  return { ...record, status: communicationTransitions.move(record.status, status), updatedAt: now };
}

const fields = {
  id: "uuid",
  templateKey: "keyword",
  name: "text",
  folderId: "uuid",
  workspaceId: "uuid",
  status: "keyword",
  totalFiles: "integer",
  processedFiles: "integer",
  successfulFiles: "integer",
  failedFiles: "integer",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type MassCommunicationField = keyof typeof fields;

/** Filters and sorts of lists of mass communications. */
export const massCommunicationListing: Listing<MassCommunicationField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
