import type { BulkUploads } from "@cartulary/uploads";
import type { bulkUploadOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Bulk uploads over HTTP. */
export const bulkUploadHandlers = (bulkUploads: BulkUploads): Handlers<typeof bulkUploadOperations> => ({
  listBulkUploads: async ({ list, caller }) => listed(await bulkUploads.list(caller, list)),
  createBulkUpload: async ({ body, caller }) => created(await bulkUploads.create(caller, body)),
  getBulkUpload: async ({ params, caller }) => ok(await bulkUploads.get(caller, params.id)),
});
