import type { MandataireId, OwnerPayouts } from "@cartulary/rental";
import type { ownerPayoutOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";
import { downloadOf } from "./printed.ts";

/** The payouts of a mandataire over HTTP. */
export function ownerPayoutHandlers(
  ownerPayouts: (mandataireId: MandataireId) => OwnerPayouts,
): Handlers<typeof ownerPayoutOperations> {
  return {
    listOwnerPayouts: async ({ mandataireId, list, caller }) =>
      listed(await ownerPayouts(mandataireId).list(caller, list)),
    exportOwnerPayouts: async ({ mandataireId, query: { ids = null }, caller }) => {
      const { fileName: name, text, sha256 } = await ownerPayouts(mandataireId).transferFile(caller, ids);
      return ok(
        downloadOf(new TextEncoder().encode(text), { name, sha256, contentType: "application/xml", charset: "utf-8" }),
      );
    },
    getOwnerPayout: async ({ mandataireId, params, caller }) =>
      ok(await ownerPayouts(mandataireId).get(caller, params.id)),
  };
}
