import type { Search } from "@cartulary/search";
import type { searchOperations } from "@cartulary/wire";
import type { Handlers } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** The search over HTTP. */
export const searchHandlers = (search: Search): Handlers<typeof searchOperations> => ({
  searchDocuments: async ({ query: { query }, list, caller }) => listed(await search.find(caller, { query, ...list })),
});
