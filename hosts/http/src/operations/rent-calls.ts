import type { MandataireId, RentCalls } from "@cartulary/rental";
import type { rentCallOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";
import { printedDownload } from "./printed.ts";

/** The rent calls of a mandataire over HTTP. */
export function rentCallHandlers(
  rentCalls: (mandataireId: MandataireId) => RentCalls,
): Handlers<typeof rentCallOperations> {
  return {
    listRentCalls: async ({ mandataireId, list, caller }) => listed(await rentCalls(mandataireId).list(caller, list)),
    getRentCall: async ({ mandataireId, params, caller }) => ok(await rentCalls(mandataireId).get(caller, params.id)),
    downloadRentCall: async ({ mandataireId, params, caller }) => {
      const document = await rentCalls(mandataireId).document(caller, params.id);
      return ok(printedDownload(document));
    },
    downloadRentReceipt: async ({ mandataireId, params, caller }) =>
      ok(printedDownload(await rentCalls(mandataireId).receipt(caller, params.id))),
  };
}
