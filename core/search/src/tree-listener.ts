import type { Document, DocumentId, TreeListener } from "@cartulary/documents";
import type { JsonObject, NewJob } from "@cartulary/kernel";
import { headingOf } from "./entry-heading.ts";
import { indexedText } from "./indexed-terms.ts";
import type { Entry, SearchStores } from "./ports.ts";
import { textAtHand } from "./text-source.ts";

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
 * Indexes documents on creation, on change and on return from the trash: by a job, but small texts at once, so that they are
 * found as soon as they are acknowledged. Their job adds the words that corrections know: two uploads with the same new word
 * would wait for each other. Moves and permissions are not indexed.
 */
export function searchTreeListener<Stores extends SearchStores>(): TreeListener<Stores> {
  const index: TreeListener<Stores>["changed"] = async (stores, caller, node) => {
    if (node.type !== "document") return;
    const entry = node.bytes && (await entryOf(node.record, node.bytes));
    if (entry) await stores.search.put([entry]);
    await stores.jobs.enqueue(indexJob(INDEX_QUEUE, { documentId: node.record.id, ownerId: caller.userId }));
  };
  return {
    created: index,
    changed: index,
    async restored({ jobs }, caller, nodes) {
      const documents = nodes.filter(({ type }) => type === "document");
      if (documents.length > RESTORED_AT_ONCE_MAX) return void (await jobs.enqueue(BACKFILL_NOW_JOB));
      for (const { id } of documents)
        await jobs.enqueue(indexJob(INDEX_QUEUE, { documentId: id as DocumentId, ownerId: caller.userId }));
    },
  };
}

/**
 * Returns the entry of a document with a small content that is read at once; `null` for one that fails,
 * which must not fail the upload: the job tries again.
 */
async function entryOf(record: Document, bytes: Uint8Array): Promise<Entry | null> {
  try {
    const heading = headingOf({ ...record, documentId: record.id });
    return { ...heading, isRead: true, text: await indexedText(textAtHand(bytes, record), async () => {}) };
  } catch {
    return null;
  }
}
