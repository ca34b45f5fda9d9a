import type { CreatedDocument, Inserting, NewDocument } from "@cartulary/documents";
import type { Caller, Clock, Instant, NewId } from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { type BulkUpload, type BulkUploadId, OWN_TOKEN } from "./bulk-upload.ts";
import { NOTHING_RECEIVED } from "./new-bulk-upload.ts";

/** What is done with a request for a document. */
type Step<Stores, More extends readonly unknown[], Answer> = (
  stores: Stores,
  caller: Caller,
  input: NewDocument,
  ...more: More
) => Promise<Answer>;

/** Most requests bring one file and name no upload: theirs is the first way, and sessions and bulk uploads the other's. */
export function loneOr<Stores, More extends readonly unknown[], Answer>(
  lone: Step<Stores, More, Answer>,
  ofUpload: Step<Stores, More, Answer>,
): Step<Stores, More, Answer> {
  return (stores, caller, input, ...more) => {
    const namesUpload = Boolean(input.bulkUploadId || input.chunkedUploadId);
    return (namesUpload ? ofUpload : lone)(stores, caller, input, ...more);
  };
}

/** Makes a document, and in the same transaction the bulk upload that it alone is counted in. */
export function countedAlone<Stores extends BulkUploadStores>(
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
  inserting: Inserting<Stores, CreatedDocument>,
): Inserting<Stores, CreatedDocument> {
  return async (stores, caller, input, content, reason) => {
    const document = await inserting(stores, caller, input, content, reason);
    const bulk = loneBulkUpload(caller, newId(), clock.now());
    await stores.bulkUploads.insert(bulk);
    return { ...document, bulkUploadId: bulk.id };
  };
}

/** Complete from the beginning: nothing comes to it, and nobody waits for it. */
function loneBulkUpload({ userId, program: source = OWN_TOKEN }: Caller, id: BulkUploadId, now: Instant): BulkUpload {
  return {
    ...NOTHING_RECEIVED,
    ...{ id, userId, source, status: "completed", isLone: true },
    ...{ totalFiles: 1, receivedFiles: 1, successfulFiles: 1 },
    ...{ startedAt: now, completedAt: now, createdAt: now, updatedAt: now, abandonedAt: null },
  };
}
