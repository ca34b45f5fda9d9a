import type { CreatedDocument, InsertDocument, NewDocument } from "@cartulary/documents";
import type { Caller, Clock, Instant, NewId } from "@cartulary/kernel";
import type { BulkUploadStores } from "../ports.ts";
import { type BulkUpload, type BulkUploadId, SOURCE_UNKNOWN } from "./bulk-upload.ts";
import { BULK_UPLOAD_DEFAULTS } from "./new-bulk-upload.ts";

/** A step of the creation of a document. */
type Step<Stores, More extends readonly unknown[], Reply> = (
  stores: Stores,
  caller: Caller,
  input: NewDocument,
  ...more: More
) => Promise<Reply>;

/** Runs `single` for a request without an upload id, and `ofUpload` for one that names a chunked or bulk upload. */
export function byUploadId<Stores, More extends readonly unknown[], Reply>(
  withoutUpload: Step<Stores, More, Reply>,
  withUpload: Step<Stores, More, Reply>,
): Step<Stores, More, Reply> {
  return (stores, caller, input, ...more) => {
    const namesUpload = Boolean(input.bulkUploadId || input.chunkedUploadId);
    return (namesUpload ? withUpload : withoutUpload)(stores, caller, input, ...more);
  };
}

/** Creates a document and, in the same transaction, its own bulk upload. */
export function insertWithOwnBulk<Stores extends BulkUploadStores>(
  { clock, newId }: { readonly clock: Clock; readonly newId: NewId },
  insert: InsertDocument<Stores, CreatedDocument>,
): InsertDocument<Stores, CreatedDocument> {
  return async (stores, caller, input, content, reason) => {
    const document = await insert(stores, caller, input, content, reason);
    const bulk = completedBulkUpload(caller, newId(), clock.now());
    await stores.bulkUploads.insert(bulk);
    return { ...document, bulkUploadId: bulk.id };
  };
}

/** A bulk upload that is completed when it is created. */
function completedBulkUpload(
  { userId, clientName: source = SOURCE_UNKNOWN }: Caller,
  id: BulkUploadId,
  now: Instant,
): BulkUpload {
  return {
    ...BULK_UPLOAD_DEFAULTS,
    ...{ id, userId, source, status: "completed", isLone: true },
    ...{ totalFiles: 1, receivedFiles: 1, successfulFiles: 1 },
    ...{ startedAt: now, completedAt: now, createdAt: now, updatedAt: now, abandonedAt: null },
  };
}
