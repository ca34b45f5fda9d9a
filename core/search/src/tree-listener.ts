import type { DocumentId, TreeListener } from "@cartulary/documents";
import type { JsonObject, NewJob } from "@cartulary/kernel";
import type { SearchStores } from "./ports.ts";

/** The queue in which documents wait to be indexed. */
export const INDEX = "search/index";

/** A document that is to be indexed, and the person who changed it. */
export interface Changed {
  readonly documentId: DocumentId;
  /** `null` where the system itself found it to be outdated. */
  readonly ownerId: string | null;
}

/** What is to be done with one document, once however often it is asked for before it begins. */
export const jobOf = (queue: string, { documentId, ownerId }: Changed): NewJob => ({
  ...{ queue, owner: ownerId, dedupeKey: documentId },
  payload: { documentId, ownerId },
});

/** What a job is to do. Jobs of earlier releases name no owner. */
export const changedIn = ({ documentId, ownerId }: JsonObject): Changed => ({
  documentId: documentId as DocumentId,
  ownerId: typeof ownerId === "string" ? ownerId : null,
});

/** Whatever comes to be said of a document is to be looked at again. What it lies in, and who may read it, is not said of it. */
export function searchTreeListener<Stores extends SearchStores>(): TreeListener<Stores> {
  const enqueue: TreeListener<Stores>["changed"] = async ({ jobs }, caller, { type, record }) => {
    if (type === "document") await jobs.enqueue(jobOf(INDEX, { documentId: record.id, ownerId: caller.userId }));
  };
  return { created: enqueue, changed: enqueue };
}
