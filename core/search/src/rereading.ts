import type { DocumentId } from "@cartulary/documents";
import type { Transact } from "@cartulary/kernel";
import type { RereadTexts, SearchStores } from "./ports.ts";
import { INDEX, jobOf } from "./tree-listener.ts";

/** Has texts read anew: by jobs, as those of new contents. Until then what was read before is found. */
export interface Rereading {
  /** One document; false where there is no such one. */
  one(documentId: DocumentId): Promise<boolean>;
  /** Those of all documents, or of those whose text could not be read: answers after each step of some how many these were. */
  many(which: RereadTexts): AsyncIterable<number>;
}

/** How many are marked in one transaction. */
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

/** Has these read as if their contents were new; answers how many there were. */
async function mark<Stores extends SearchStores>(
  { documents, search, textReadings, jobs }: Stores,
  ids: readonly DocumentId[],
): Promise<number> {
  const found = await search.indexable(ids);
  await textReadings.remove(found.map(({ documentId }) => documentId));
  await documents.setTextStatus("pending", found);
  for (const { documentId } of found) await jobs.enqueue(jobOf(INDEX, { documentId, ownerId: null }));
  return found.length;
}
