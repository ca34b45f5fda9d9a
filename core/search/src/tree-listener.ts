import type { DocumentId, TreeListener } from "@cartulary/documents";
import type { JsonObject, NewJob } from "@cartulary/kernel";
import type { SearchStores } from "./ports.ts";

/** Queue of documents to index. */
export const INDEX_QUEUE = "search/index";

/** A document to index, and the user who changed it. */
export interface Changed {
  readonly documentId: DocumentId;
  /** `null` when the index detected the change. */
  readonly ownerId: string | null;
}

/** Returns the job that indexes a document; duplicates of a waiting job are dropped. */
export const indexJob = (queue: string, { documentId, ownerId }: Changed): NewJob => ({
  ...{ queue, owner: ownerId, dedupeKey: documentId },
  payload: { documentId, ownerId },
});

/** Parses a job's payload. Jobs of earlier releases have no owner. */
export const changedIn = ({ documentId, ownerId }: JsonObject): Changed => ({
  documentId: documentId as DocumentId,
  ownerId: typeof ownerId === "string" ? ownerId : null,
});

/** The queue that looks for documents without an entry in the index. */
export const BACKFILL = "search/backfill";
const BACKFILL_NOW_JOB: NewJob = { queue: BACKFILL, dedupeKey: "at once" };

/** Above this number, the backfill finds the restored documents, so that a restore does not write a job for each. */
const RESTORED_AT_ONCE_MAX = 500;

/**
 * Enqueues documents on creation, on change and on return from the trash. Moves and permissions are not indexed.
 */
export function searchTreeListener<Stores extends SearchStores>(): TreeListener<Stores> {
  const enqueue: TreeListener<Stores>["changed"] = async ({ jobs }, caller, { type, record }) => {
    if (type === "document")
      await jobs.enqueue(indexJob(INDEX_QUEUE, { documentId: record.id, ownerId: caller.userId }));
  };
  return {
    created: enqueue,
    changed: enqueue,
    async restored({ jobs }, caller, nodes) {
      const documents = nodes.filter(({ type }) => type === "document");
      if (documents.length > RESTORED_AT_ONCE_MAX) return void (await jobs.enqueue(BACKFILL_NOW_JOB));
      for (const { id } of documents)
        await jobs.enqueue(indexJob(INDEX_QUEUE, { documentId: id as DocumentId, ownerId: caller.userId }));
    },
  };
}
