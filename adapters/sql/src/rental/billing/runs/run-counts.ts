import type { BillingRunCounts, RunStatus } from "@cartulary/rental/billing";
import type { SqlTransaction } from "../../../engine/module.ts";
import { HIDDEN } from "./run-store.ts";
import type { BillingTables } from "./tables.ts";

const RUNS = { table: "billing_runs", value: "status", tenants: "mandataires", tenantId: "mandataire_id" };

export function createBillingRunCounts({ db, dialect }: SqlTransaction<BillingTables>): BillingRunCounts {
  return {
    async byStatus() {
      const counts = await dialect.countByTenant(db, RUNS);
      const listed = counts.filter(({ value }) => value !== HIDDEN);
      return new Map(listed.map(({ value, count }) => [value as RunStatus, count]));
    },
  };
}
