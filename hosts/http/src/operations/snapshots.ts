import { notFound } from "@cartulary/kernel";
import type { Convergence, Snapshot, SyncedCollection } from "@cartulary/rental";
import type { snapshotOperations } from "@cartulary/wire";
import type { Handlers } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { toFecExportReply } from "./accounting/fec-exports.ts";
import { toLettersReply } from "./letters/letters.ts";
import { toChargeStatementReply } from "./money/charge-statements.ts";
import { toPayoutExportReply } from "./money/payout-exports.ts";
import { reminderWithUrl } from "./reminder-url.ts";

export const snapshotHandlers: Handlers<
  typeof snapshotOperations,
  { readonly convergence: Convergence; readonly baseUrl: () => string }
> = {
  listSnapshots: async ({ mandataireId, query, list, caller }, { convergence, baseUrl }) => {
    const { collection, updatedSince: since, afterId = null } = query;
    const changes = { ...list, since, afterId };
    if (collection === "mandataires") return listReply(await convergence.mandataires(caller, changes));
    if (!mandataireId) throw notFound();
    const { items, ...page } = await convergence.snapshots(mandataireId, collection, changes);
    return listReply({ ...page, items: items.map((snapshot) => shown(snapshot, baseUrl())) });
  },
};

/** Shows the records as their lists do: some have fields that only replies compute. */
function shown(snapshot: Snapshot<SyncedCollection>, baseUrl: string) {
  switch (snapshot.collection) {
    case "fec_exports":
      return { ...snapshot, data: snapshot.data && toFecExportReply(snapshot.data, baseUrl) };
    case "charge_statements":
      return { ...snapshot, data: snapshot.data && toChargeStatementReply(snapshot.data) };
    case "payout_exports":
      return { ...snapshot, data: snapshot.data && toPayoutExportReply(snapshot.data, baseUrl) };
    case "letters":
      return { ...snapshot, data: snapshot.data && toLettersReply(snapshot.data, baseUrl) };
    case "reminders":
      return { ...snapshot, data: snapshot.data && reminderWithUrl(snapshot.data, snapshot.data.rentCallId, baseUrl) };
    default:
      return snapshot;
  }
}
