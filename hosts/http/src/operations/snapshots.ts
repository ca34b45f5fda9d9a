import { notFound } from "@cartulary/kernel";
import type { Convergence, Snapshot, SyncedCollection } from "@cartulary/rental";
import type { snapshotOperations } from "@cartulary/wire";
import type { Handlers } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";
import { toFecExportReply } from "./accounting/fec-exports.ts";

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

const shown = (snapshot: Snapshot<SyncedCollection>, baseUrl: string) =>
  snapshot.collection === "fec_exports"
    ? { ...snapshot, data: snapshot.data && toFecExportReply(snapshot.data, baseUrl) }
    : snapshot;
