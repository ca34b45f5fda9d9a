import type { FolderId, WorkspaceId } from "@cartulary/documents";
import {
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  refused,
  standardLists,
  type UserId,
} from "@cartulary/kernel";
import type { MassCommunicationId } from "./ids.ts";

/** Documents of one mass communication (composition.md 3). */
export const RECIPIENTS_MAX = 10_000;
/** Recipients of whom it is told what went wrong: the first ones. */
export const FAILURES_MAX = 100;

/** What a mass communication is in (documents.md 2.1). */
export const MASS_COMMUNICATION_STATUSES = ["pending", "in_progress", "completed", "failed", "cancelled"] as const;
export type MassCommunicationStatus = (typeof MASS_COMMUNICATION_STATUSES)[number];

/** Where each status leads. */
const MASS_COMMUNICATION_TRANSITIONS: Readonly<Record<MassCommunicationStatus, readonly MassCommunicationStatus[]>> = {
  pending: ["in_progress", "cancelled"],
  in_progress: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Who is written to, as whoever asked named them. */
export interface NamedRecipients {
  readonly contactIds: readonly Id<"Contact">[];
  readonly userIds: readonly UserId[];
  readonly groupIds: readonly Id<"Group">[];
}

/** A recipient who got no document, and why. */
export interface CommunicationFailure {
  readonly emailAddress: string;
  readonly message: string;
}

/** One document for each of many recipients. */
export interface MassCommunication {
  readonly id: MassCommunicationId;
  /** Whoever asked for it: its documents are made by his rights, and are his. */
  readonly userId: UserId;
  readonly templateKey: string;
  /** What the name of each document begins with. */
  readonly name: string;
  readonly variables: JsonObject;
  readonly recipients: NamedRecipients;
  readonly folderId: FolderId | null;
  readonly workspaceId: WorkspaceId | null;
  readonly status: MassCommunicationStatus;
  /** Recipients, each counted once by the e-mail address. */
  readonly totalFiles: number;
  readonly successfulFiles: number;
  readonly failedFiles: number;
  /** The first hundred. */
  readonly failures: readonly CommunicationFailure[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A mass communication as it is answered. */
export interface MassCommunicationView extends Omit<MassCommunication, "userId"> {
  readonly processedFiles: number;
  /** Of a hundred. */
  readonly progress: number;
}

export function massCommunicationView({ userId: _owner, ...record }: MassCommunication): MassCommunicationView {
  const processedFiles = processedOf(record);
  return { ...record, processedFiles, progress: (processedFiles / record.totalFiles) * 100 };
}

/** Recipients of whom it is known what became of them. */
export const processedOf = ({
  successfulFiles,
  failedFiles,
}: Pick<MassCommunication, "successfulFiles" | "failedFiles">): number => successfulFiles + failedFiles;

/** Whether there is something left to do. */
export const isUnderWay = ({ status }: Pick<MassCommunication, "status">): boolean =>
  MASS_COMMUNICATION_TRANSITIONS[status].length > 0;

/** The same once somebody works on it. */
export function begun(record: MassCommunication, now: Instant): MassCommunication {
  return record.status === "pending" ? moved(record, "in_progress", now) : record;
}

/** With one more document. */
export function withSuccess(record: MassCommunication, now: Instant): MassCommunication {
  return settled({ ...record, successfulFiles: record.successfulFiles + 1, updatedAt: now }, now);
}

/** With one more recipient who gets none. */
export function withFailure(record: MassCommunication, failure: CommunicationFailure, now: Instant): MassCommunication {
  const failures = record.failures.length < FAILURES_MAX ? [...record.failures, failure] : record.failures;
  return settled({ ...record, failures, failedFiles: record.failedFiles + 1, updatedAt: now }, now);
}

/** It has ended with its last recipient: completed where one document was made, else failed. */
function settled(record: MassCommunication, now: Instant): MassCommunication {
  if (processedOf(record) < record.totalFiles) return record;
  return moved(record, record.successfulFiles > 0 ? "completed" : "failed", now);
}

/**
 * The same called off: what was made stays, and nothing more is. A second time changes nothing; what has ended otherwise
 * is 422 `invalid_transition`.
 */
export function cancelled(record: MassCommunication, now: Instant): MassCommunication {
  if (record.status === "cancelled") return record;
  const allowed = MASS_COMMUNICATION_TRANSITIONS[record.status];
  if (!allowed.includes("cancelled")) {
    throw refused("invalid_transition", `The mass communication is ${record.status}: it has ended`, { allowed });
  }
  return moved(record, "cancelled", now);
}

function moved(record: MassCommunication, status: MassCommunicationStatus, now: Instant): MassCommunication {
  if (!MASS_COMMUNICATION_TRANSITIONS[record.status].includes(status)) {
    throw new TypeError(`No mass communication goes from ${record.status} to ${status}`);
  }
  return { ...record, status, updatedAt: now };
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

/** A field that {@link massCommunicationListing} knows. */
export type MassCommunicationField = keyof typeof fields;

/** What lists of mass communications may be filtered and sorted by. */
export const massCommunicationListing: Listing<MassCommunicationField> = {
  dialect: standardLists,
  fields,
  sorts: ["name", "createdAt", "updatedAt"],
  sort: "updatedAt",
};
