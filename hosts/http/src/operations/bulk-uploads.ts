import type { Uploads } from "@cartulary/uploads";
import type { bulkUploadOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const bulkUploadHandlers: Handlers<typeof bulkUploadOperations, Pick<Uploads, "bulkUploads">> = {
  listBulkUploads: async ({ list, caller }, { bulkUploads }) => listReply(await bulkUploads.list(caller, list)),
  createBulkUpload: async ({ body, caller }, { bulkUploads }) => created(await bulkUploads.create(caller, body)),
  getBulkUpload: async ({ params, caller }, { bulkUploads }) => ok(await bulkUploads.get(caller, params.id)),
};
