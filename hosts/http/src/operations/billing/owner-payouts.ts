import type { OwnerPayouts } from "@cartulary/rental/billing";
import type { ownerPayoutOperations } from "@cartulary/wire";
import { type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

/** The payouts of a mandataire over HTTP. */
export const ownerPayoutHandlers: Handlers<
  typeof ownerPayoutOperations,
  { readonly ownerPayouts: OfMandataire<OwnerPayouts> }
> = {
  listOwnerPayouts: async ({ mandataireId, list, caller }, { ownerPayouts }) =>
    listReply(await ownerPayouts(mandataireId).list(caller, list)),
  getOwnerPayout: async ({ mandataireId, params, caller }, { ownerPayouts }) =>
    ok(await ownerPayouts(mandataireId).get(caller, params.id)),
  orderOwnerPayoutAgain: async ({ mandataireId, params, caller }, { ownerPayouts }) =>
    ok(await ownerPayouts(mandataireId).orderAgain(caller, params.id)),
};
