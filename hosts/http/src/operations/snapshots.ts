import { notFound } from "@cartulary/kernel";
import type { Convergence, FollowedCollection, Snapshot } from "@cartulary/rental";
import type { snapshotOperations } from "@cartulary/wire";
import type { Handlers } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";
import { shownFecExport } from "./fec-exports.ts";

/** What became of records since a moment, over HTTP. */
export function snapshotHandlers(convergence: Convergence, baseUrl: () => string): Handlers<typeof snapshotOperations> {
  const shown = (snapshot: Snapshot<FollowedCollection>) =>
    snapshot.collection === "fec_exports"
      ? { ...snapshot, data: snapshot.data && shownFecExport(snapshot.data, baseUrl()) }
      : snapshot;
  return {
    listSnapshots: async ({ mandataireId, query, list, caller }) => {
      const { collection, updatedSince: since, afterId = null } = query;
      const changes = { ...list, since, afterId };
      if (collection === "mandataires") return listed(await convergence.mandataires(caller, changes));
      if (!mandataireId) throw notFound();
      const { items, ...page } = await convergence.snapshots(mandataireId, collection, changes);
      return listed({ ...page, items: items.map(shown) });
    },
  };
}
