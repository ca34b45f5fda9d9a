import { setTimeout } from "node:timers/promises";
import { ApiError, type BulkUpload, type Client } from "@cartulary/client";
import type { DocumentFields, OutgoingFile } from "./outgoing-file.ts";
import type { StoredDocument } from "./resumable-download.ts";
import type { ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** A bulk upload: files counted together, each a document or all merged into one PDF. */
export type Bulk = BulkUpload;

/** The bulk upload of an interrupted command. */
export interface BulkState {
  readonly bulkUploadId: Bulk["id"];
}

export function isBulkState(value: unknown): value is BulkState {
  return typeof (value as Partial<BulkState> | null | undefined)?.bulkUploadId === "string";
}

/** Files in order, with their destination. */
export interface BulkRequest {
  readonly outgoing: readonly OutgoingFile[];
  readonly fields: Pick<DocumentFields, "documents_folder_id" | "workspace_id">;
  /** The name of the merged PDF; absent without a merge. */
  readonly mergedFileName?: string;
}

/** Identifies a bulk upload by its files, their order and destination. */
export const bulkKey = ({ outgoing, fields, mergedFileName }: BulkRequest): readonly unknown[] => [
  fields,
  mergedFileName ?? null,
  outgoing.map(({ key }) => key),
];

/**
 * Returns the unfinished bulk upload of the same files by an earlier command, unless it failed; otherwise creates one.
 */
export async function openBulk(
  { server, patience }: Transfer,
  states: ResumeStore<BulkState>,
  request: BulkRequest,
): Promise<Bulk> {
  const { client } = server;
  const state = await states.find(bulkKey(request));
  const earlier = state && (await patience.retry(() => bulkOf(client, state.bulkUploadId)));
  if (earlier && earlier.status !== "failed") return earlier;
  const { outgoing, fields, mergedFileName } = request;
  const merge = mergedFileName === undefined ? {} : { merge_to_pdf: true, merged_file_name: mergedFileName };
  const input = { total_files: outgoing.length, ...fields, ...merge };
  const bulk = await patience.retry(() => client.createBulkUpload(input));
  await states.save(bulkKey(request), { bulkUploadId: bulk.id });
  return bulk;
}

async function bulkOf(client: Client, id: Bulk["id"]): Promise<Bulk | null> {
  try {
    return await client.getBulkUpload({ id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const POLL_MS = 500;

/** Waits for the document of a merge; throws when the merge failed. */
export async function mergedDocument({ server, patience }: Transfer, { id }: Bulk): Promise<StoredDocument> {
  const { client } = server;
  for (;;) {
    const { status, merged_document_id: merged } = await patience.retry(() => client.getBulkUpload({ id }));
    if (merged !== null) return patience.retry(() => client.getDocument({ id: merged }));
    if (status === "failed") throw new Error("the server could not merge the files; run the command again");
    await setTimeout(POLL_MS);
  }
}
