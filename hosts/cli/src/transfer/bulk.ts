import { setTimeout } from "node:timers/promises";
import type { Id } from "@cartulary/kernel";
import { type Client, ClientError } from "@cartulary/wire";
import type { StoredDocument } from "./content.ts";
import type { DocumentFields, OutgoingFile } from "./outgoing-file.ts";
import type { ResumeStore } from "./resume-store.ts";
import type { Transfer } from "./transfer.ts";

/** Several files that are counted together, and become one PDF or a document each. */
export type Bulk = Awaited<ReturnType<Client["getBulkUpload"]>>;

/** The bulk upload that an interrupted command made. */
export interface BulkState {
  readonly bulkUploadId: Bulk["id"];
}

export function isBulkState(value: unknown): value is BulkState {
  return typeof (value as Partial<BulkState> | null | undefined)?.bulkUploadId === "string";
}

/** Files in their order, and where they go. */
export interface BulkRequest {
  readonly outgoing: readonly OutgoingFile[];
  readonly fields: Pick<DocumentFields, "documentsFolderId" | "workspaceId">;
  /** What they are merged into; absent: they become a document each. */
  readonly mergedFileName?: string;
}

/** What the state of a bulk upload is known by: everything that it is made of, in its order. */
export const bulkKey = ({ outgoing, fields, mergedFileName }: BulkRequest): readonly unknown[] => [
  fields,
  mergedFileName ?? null,
  outgoing.map(({ key }) => key),
];

/** The bulk upload that an earlier command made for the same files, unless it has failed; else a new one. */
export async function openBulk(
  { server, patience }: Transfer,
  states: ResumeStore<BulkState>,
  request: BulkRequest,
): Promise<Bulk> {
  const { client } = server;
  const state = await states.find(bulkKey(request));
  const earlier = state && (await patience.ask(() => bulkOf(client, state.bulkUploadId)));
  if (earlier && earlier.status !== "failed") return earlier;
  const { outgoing, fields, mergedFileName } = request;
  const merge = mergedFileName === undefined ? {} : { mergeToPdf: true, mergedFileName };
  const body = { totalFiles: outgoing.length, ...fields, ...merge };
  const bulk = await patience.ask(() => client.createBulkUpload({ body }));
  await states.save(bulkKey(request), { bulkUploadId: bulk.id });
  return bulk;
}

async function bulkOf(client: Client, id: Id<"BulkUpload">): Promise<Bulk | null> {
  try {
    return await client.getBulkUpload({ params: { id } });
  } catch (error) {
    if (error instanceof ClientError && error.status === 404) return null;
    throw error;
  }
}

const POLL_MS = 500;

/** The document that a merge made, once it has. Throws where it failed. */
export async function mergedDocument({ server, patience }: Transfer, { id }: Bulk): Promise<StoredDocument> {
  const { client } = server;
  for (;;) {
    const { status, mergedDocumentId } = await patience.ask(() => client.getBulkUpload({ params: { id } }));
    if (mergedDocumentId !== null) {
      return patience.ask(() => client.getDocument({ params: { id: mergedDocumentId } }));
    }
    if (status === "failed") throw new Error("the server could not merge the files: send them again");
    await setTimeout(POLL_MS);
  }
}
