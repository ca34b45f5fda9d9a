import type { IndexValues } from "@cartulary/rental/property";
import type { indexValueOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

export const indexValueHandlers: Handlers<typeof indexValueOperations, { readonly indexValues: IndexValues }> = {
  listIndexValues: async ({ list, caller }, { indexValues }) => listReply(await indexValues.list(caller, list)),
  saveIndexValues: async ({ body, caller }, { indexValues }) => ok(await indexValues.save(caller, body.indexValues)),
};
