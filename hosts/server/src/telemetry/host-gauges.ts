import type { Clock } from "@cartulary/kernel";
import { RUN_STATUSES } from "@cartulary/rental/billing";
import type { GaugeSources, SharedCounts } from "@cartulary/telemetry/metrics";
import type { Database } from "../database.ts";
import type { ChildCensus } from "./child-census.ts";

/** The sources of the gauges of a host that may be starting. */
export interface HostGauges {
  readonly sources: GaugeSources;
  /** Called when the database is open. */
  connect(database: Database): void;
}

export function createHostGauges(children: ChildCensus, clock: Clock): HostGauges {
  let opened: Database | undefined;
  return {
    sources: {
      children: children.depths,
      connections: () => opened?.connections?.() ?? { used: 0, idle: 0, waiting: 0 },
      async shared() {
        if (!opened) throw new Error("The database is not open yet");
        return countsIn(opened, clock);
      },
    },
    connect(database) {
      opened = database;
    },
  };
}

/** Counts in one snapshot. */
function countsIn({ transact }: Database, clock: Clock): Promise<SharedCounts> {
  return transact.read(async ({ leases, chunkedUploads, bulkUploads, billingRunCounts }) => {
    const byStatus = await billingRunCounts.byStatus();
    return {
      jobs: await leases.counts(),
      uploadsOpen: {
        chunked: await chunkedUploads.countAllOpen(clock.now()),
        bulk: await bulkUploads.countOpen(),
      },
      billingRuns: RUN_STATUSES.map((status) => ({ status, count: byStatus.get(status) ?? 0 })),
    };
  });
}
