import { notFound } from "@cartulary/kernel";
import type { Convergence, Snapshot, SyncedCollection } from "@cartulary/rental";
import type { snapshotOperations } from "@cartulary/wire";
import type { Handlers } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { toFecExportReply } from "./accounting/fec-exports.ts";
import { toChargeStatementReply } from "./money/charge-statements.ts";

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

function shown(snapshot: Snapshot<SyncedCollection>, baseUrl: string) {
  if (snapshot.collection === "fec_exports")
    return { ...snapshot, data: snapshot.data && toFecExportReply(snapshot.data, baseUrl) };
  if (snapshot.collection === "charge_statements")
    return { ...snapshot, data: snapshot.data && toChargeStatementReply(snapshot.data) };
  return snapshot;
}
