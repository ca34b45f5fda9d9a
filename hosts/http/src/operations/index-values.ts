import type { IndexValues } from "@cartulary/rental";
import type { indexValueOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Values of indices over HTTP. */
export const indexValueHandlers = (indexValues: IndexValues): Handlers<typeof indexValueOperations> => ({
  listIndexValues: async ({ list, caller }) => listed(await indexValues.list(caller, list)),
  saveIndexValues: async ({ body, caller }) => ok(await indexValues.save(caller, body.indexValues)),
});
