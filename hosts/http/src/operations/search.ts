import type { Search } from "@cartulary/search";
import type { searchOperations } from "@cartulary/wire";
import type { Handlers } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const searchHandlers: Handlers<typeof searchOperations, { readonly search: Search }> = {
  searchDocuments: async ({ query: { query }, list, caller }, { search }) =>
    listReply(await search.find(caller, { query, ...list })),
};
