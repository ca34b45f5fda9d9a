import type { DocumentId } from "@cartulary/documents";
import type { Transact } from "@cartulary/kernel";
import type { RereadTexts, SearchStores } from "./ports.ts";
import { INDEX_QUEUE, indexJob } from "./tree-listener.ts";

/** Reads texts again, by the same jobs as new contents. Until then the previous text is found. */
export interface Rereading {
  /** Marks one document; returns false when it does not exist. */
  one(documentId: DocumentId): Promise<boolean>;
  /** Marks all documents, or those with missing text. Yields the number of each batch. */
  many(which: RereadTexts): AsyncIterable<number>;
}

/** Documents per transaction. */
const BATCH = 100;

export function createRereading<Stores extends SearchStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): Rereading {
  return {
    one: (documentId) => transact.write(async (stores) => (await mark(stores, [documentId])) === 1),

    async *many(which) {
      for (let after: DocumentId | null = null; ; ) {
        const ids: readonly DocumentId[] = await transact.read(({ textReadings }) =>
          textReadings.toReread(which, after, BATCH),
        );
        after = ids.at(-1) ?? null;
        if (after === null) return;
        yield await transact.write((stores) => mark(stores, ids));
      }
    },
  };
}

/** Marks documents as unread and enqueues them; returns how many exist. */
async function mark<Stores extends SearchStores>(
  { documents, search, textReadings, jobs }: Stores,
  ids: readonly DocumentId[],
): Promise<number> {
  const found = await search.indexable(ids);
  await textReadings.remove(found.map(({ documentId }) => documentId));
  await documents.setTextStatus("pending", found);
  for (const { documentId } of found) await jobs.enqueue(indexJob(INDEX_QUEUE, { documentId, ownerId: null }));
  return found.length;
}
