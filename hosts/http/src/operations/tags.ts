import type { Tags } from "@cartulary/documents";
import type { tagOperations } from "@cartulary/wire";
import type { Handlers } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Tags over HTTP. */
export const tagHandlers = (tags: Tags): Handlers<typeof tagOperations> => ({
  listTags: async ({ list, caller }) => listed(await tags.list(caller, list)),
});
