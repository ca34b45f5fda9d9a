import type { DocumentId, TreeListener } from "@cartulary/documents";
import type { NewJob } from "@cartulary/kernel";
import type { SearchStores } from "./ports.ts";

/** The queue in which documents wait to be indexed. */
export const INDEX = "search/index";

/** What is to be done with one document, once however often it is asked for before it begins. */
export const jobOf = (queue: string, documentId: DocumentId): NewJob => ({
  queue,
  payload: { documentId },
  dedupeKey: documentId,
});

/** Whatever comes to be said of a document is to be looked at again. What it lies in, and who may read it, is not said of it. */
export function searchTreeListener<Stores extends SearchStores>(): TreeListener<Stores> {
  const enqueue: TreeListener<Stores>["changed"] = async ({ jobs }, _caller, { type, record }) => {
    if (type === "document") await jobs.enqueue(jobOf(INDEX, record.id));
  };
  return { created: enqueue, changed: enqueue };
}
