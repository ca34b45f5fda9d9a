import type { Migration } from "../../../engine/migration.ts";
import { datedIndexes, mandataireTable } from "../../property/mandataire-table.ts";

/** Events of services, and how runs find the fees that tenants were billed. */
export const serviceEventMigrations: readonly Migration[] = [
  {
    name: "2027-08-11 rental: events of services",
    up: (dialect) => [
      ...mandataireTable(dialect, {
        name: "service_events",
        columns: {
          mandate_id: "id",
          mandate_service_id: "id",
          occurred_on: "text",
          quantity: "integer",
          lease_id: "id?",
          label: "searched?",
          billed_at: "instant?",
          billing_run_id: "id?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: { billing_run_id: "billing_runs" },
        indexes: {
          service_events_mandate_id_index: ["mandate_id"],
          service_events_mandate_service_id_index: ["mandate_service_id"],
          ...datedIndexes("service_events"),
        },
      }),
      `create index service_events_due_index on service_events (mandataire_id, mandate_id, occurred_on)
        where billing_run_id is null`,
      `create index billing_run_lines_tenant_fee_index on billing_run_lines (mandataire_id, lease_id)
        where billing_category = 'tenant_fee'`,
    ],
  },
  {
    name: "2027-09-25 rental: events of services by lease",
    up: () => ["create index service_events_lease_id_index on service_events (mandataire_id, lease_id)"],
  },
];
