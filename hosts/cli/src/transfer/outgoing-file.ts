import { randomUUID } from "node:crypto";
import type { DocumentCreate } from "@cartulary/client";
import type { LocalFile } from "./local-file.ts";
import { createMeter, type Meter } from "./meter.ts";
import type { ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** A transfer that saves its state. */
export interface UploadTransfer extends Transfer {
  readonly states: ResumeStore<ResumeState>;
}

/** The fields of a document to create. */
export type DocumentFields = Pick<
  DocumentCreate,
  "documents_folder_id" | "workspace_id" | "bulk_upload_id" | "position"
>;

/** A file to upload as a document. */
export interface OutgoingFile {
  readonly file: LocalFile;
  readonly fields: DocumentFields;
  /** Identifies the saved state: server, path, size, time of change, and a number for repeated files. */
  readonly key: readonly unknown[];
}

/** The saved state of an upload, to resume it. */
export interface ResumeState {
  /** {@link DocumentFields} as JSON; with other fields the upload starts again. */
  readonly fields: string;
  /** Prevents duplicate documents from repeated requests. */
  readonly idempotencyKey: string;
  /** The chunked upload with the chunks sent so far; `null` without one. */
  readonly uploadId: string | null;
}

export function isResumeState(value: unknown): value is ResumeState {
  const { fields, idempotencyKey, uploadId } = (value ?? {}) as Partial<ResumeState>;
  const isId = uploadId === null || typeof uploadId === "string";
  return typeof fields === "string" && typeof idempotencyKey === "string" && isId;
}

/** Returns the saved state of a file, or a new one. */
export async function resumeStateOf({ states }: UploadTransfer, { key, fields }: OutgoingFile): Promise<ResumeState> {
  const state = await states.find(key);
  const written = JSON.stringify(fields);
  return state?.fields === written ? state : { fields: written, idempotencyKey: randomUUID(), uploadId: null };
}

/** Creates the meter of a file, of which `already` bytes are transferred. */
export function meterOf({ progress }: Transfer, { file }: OutgoingFile, already: number): Meter {
  const now = () => performance.now();
  return createMeter({ name: file.name, total: file.size, already, now, show: progress.show });
}
