import type { MandataireId, OwnerPayouts, PayoutExportDetail, PayoutExports } from "@cartulary/rental";
import { type ownerPayoutOperations, payoutExportOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";
import { downloadOf } from "./printed.ts";

/** The payouts of a mandataire over HTTP. */
export function ownerPayoutHandlers(
  ownerPayouts: (mandataireId: MandataireId) => OwnerPayouts,
): Handlers<typeof ownerPayoutOperations> {
  return {
    listOwnerPayouts: async ({ mandataireId, list, caller }) =>
      listed(await ownerPayouts(mandataireId).list(caller, list)),
    getOwnerPayout: async ({ mandataireId, params, caller }) =>
      ok(await ownerPayouts(mandataireId).get(caller, params.id)),
    orderOwnerPayoutAgain: async ({ mandataireId, params, caller }) =>
      ok(await ownerPayouts(mandataireId).orderAgain(caller, params.id)),
  };
}

/** The files of a mandataire for the bank, over HTTP. */
export function payoutExportHandlers(
  payoutExports: (mandataireId: MandataireId) => PayoutExports,
  baseUrl: () => string,
): Handlers<typeof payoutExportOperations> {
  const shown = (made: PayoutExportDetail) => shownExport(made, baseUrl());
  return {
    listPayoutExports: async ({ mandataireId, list, caller }) => {
      const { items, ...page } = await payoutExports(mandataireId).list(caller, list);
      return listed({ ...page, items: items.map(shown) });
    },
    createPayoutExport: async ({ mandataireId, body, caller }) =>
      created(shown(await payoutExports(mandataireId).create(caller, body))),
    getPayoutExport: async ({ mandataireId, params, caller }) =>
      ok(shown(await payoutExports(mandataireId).get(caller, params.id))),
    deletePayoutExport: async ({ mandataireId, params, caller }) => {
      await payoutExports(mandataireId).remove(caller, params.id);
      return noContent();
    },
    downloadPayoutExport: async ({ mandataireId, params, caller }) => {
      const { fileName: name, text, sha256 } = await payoutExports(mandataireId).download(caller, params.id);
      return ok(
        downloadOf(new TextEncoder().encode(text), { name, sha256, contentType: "application/xml", charset: "utf-8" }),
      );
    },
  };
}

/** A file as it is answered. */
interface ShownExport extends PayoutExportDetail {
  readonly payoutIds: readonly PayoutExportDetail["payouts"][number]["payoutId"][];
  readonly downloadUrl: string;
}

function shownExport(made: PayoutExportDetail, baseUrl: string): ShownExport {
  return {
    ...made,
    payoutIds: made.payouts.map(({ payoutId }) => payoutId),
    downloadUrl: baseUrl + payoutExportOperations.downloadPayoutExport.path.replace("{id}", made.id),
  };
}
