import type { DocumentServices } from "@cartulary/documents";
import type { tagOperations } from "@cartulary/wire";
import type { Handlers } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const tagHandlers: Handlers<typeof tagOperations, DocumentServices> = {
  listTags: async ({ list, caller }, { tags }) => listReply(await tags.list(caller, list)),
};
