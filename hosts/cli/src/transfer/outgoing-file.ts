import { randomUUID } from "node:crypto";
import type { DocumentCreation } from "@cartulary/wire";
import type { LocalFile } from "./local-file.ts";
import { createMeter, type Meter } from "./meter.ts";
import type { ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** What sends files, and remembers how far it came. */
export interface UploadTransfer extends Transfer {
  readonly states: ResumeStore<ResumeState>;
}

/** What is said of a document that is to be made, beside its bytes. */
export type DocumentFields = Pick<
  ReturnType<(typeof DocumentCreation)["decode"]>,
  "documentsFolderId" | "workspaceId" | "bulkUploadId" | "position"
>;

/** A file on its way to become a document. */
export interface OutgoingFile {
  readonly file: LocalFile;
  readonly fields: DocumentFields;
  /** What its state is known by: server, path, size, when it was written, and which of those alike it is. */
  readonly key: readonly unknown[];
}

/** How far the upload of a file came, for a later command that goes on with it. */
export interface ResumeState {
  /** {@link DocumentFields} as JSON: where others are asked for, it begins anew. */
  readonly fields: string;
  /** Under which the document is made once, however often it is asked for. */
  readonly idempotencyKey: string;
  /** The session that has the chunks which arrived; `null` where there is none. */
  readonly uploadId: string | null;
}

export function isResumeState(value: unknown): value is ResumeState {
  const { fields, idempotencyKey, uploadId } = (value ?? {}) as Partial<ResumeState>;
  const isId = uploadId === null || typeof uploadId === "string";
  return typeof fields === "string" && typeof idempotencyKey === "string" && isId;
}

/** How far an earlier command came with a file; of one that begins with it, that nothing is there yet. */
export async function resumeStateOf({ states }: UploadTransfer, { key, fields }: OutgoingFile): Promise<ResumeState> {
  const state = await states.find(key);
  const written = JSON.stringify(fields);
  return state?.fields === written ? state : { fields: written, idempotencyKey: randomUUID(), uploadId: null };
}

/** Shows how far a file came, of which so many bytes are there already. */
export function meterOf({ progress }: Transfer, { file }: OutgoingFile, already: number): Meter {
  const now = () => performance.now();
  return createMeter({ name: file.name, total: file.size, already, now, show: progress.show });
}
