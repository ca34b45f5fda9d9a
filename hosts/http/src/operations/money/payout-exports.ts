import type { Day } from "@cartulary/kernel";
import { retainUntilOf } from "@cartulary/rental/agency";
import type { PayoutExportDetail, PayoutExports } from "@cartulary/rental/money";
import { payoutExportOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";
import { downloadOf } from "../pdf-download.ts";

export const payoutExportHandlers: Handlers<
  typeof payoutExportOperations,
  { readonly payoutExports: OfMandataire<PayoutExports>; readonly baseUrl: () => string }
> = {
  listPayoutExports: async ({ mandataireId, list, caller }, { payoutExports, baseUrl }) => {
    const { items, ...page } = await payoutExports(mandataireId).list(caller, list);
    return listReply({ ...page, items: items.map((each) => toPayoutExportReply(each, baseUrl())) });
  },
  createPayoutExport: async ({ mandataireId, body, caller }, { payoutExports, baseUrl }) =>
    created(toPayoutExportReply(await payoutExports(mandataireId).create(caller, body), baseUrl())),
  getPayoutExport: async ({ mandataireId, params, caller }, { payoutExports, baseUrl }) =>
    ok(toPayoutExportReply(await payoutExports(mandataireId).get(caller, params.id), baseUrl())),
  deletePayoutExport: async ({ mandataireId, params, caller }, { payoutExports }) =>
    noContent(await payoutExports(mandataireId).remove(caller, params.id)),
  downloadPayoutExport: async ({ mandataireId, params, caller }, { payoutExports }) => {
    const { fileName: name, text, sha256 } = await payoutExports(mandataireId).download(caller, params.id);
    return ok(
      downloadOf(new TextEncoder().encode(text), { name, sha256, contentType: "application/xml", charset: "utf-8" }),
    );
  },
};

/** A payment file in replies. */
interface ShownExport extends PayoutExportDetail {
  readonly retainUntil: Day;
  readonly payoutIds: readonly PayoutExportDetail["payouts"][number]["payoutId"][];
  readonly downloadUrl: string;
}

/** Adds the address of the file, its payouts and the last day on which it is stored. */
export function toPayoutExportReply(made: PayoutExportDetail, baseUrl: string): ShownExport {
  return {
    ...made,
    retainUntil: retainUntilOf(made),
    payoutIds: made.payouts.map(({ payoutId }) => payoutId),
    downloadUrl: baseUrl + payoutExportOperations.downloadPayoutExport.path.replace("{id}", made.id),
  };
}
