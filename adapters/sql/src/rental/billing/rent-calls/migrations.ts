import type { Migration } from "../../../engine/migration.ts";
import { withAllRows } from "../../../engine/row-level-security.ts";
import { datedIndexes, mandataireTable } from "../../property/mandataire-table.ts";

export const callMigrations: readonly Migration[] = [
  {
    name: "2026-12-11 rental: rent calls, and payouts to owners",
    up: (dialect) => [
      ...mandataireTable(dialect, {
        name: "rent_calls",
        columns: {
          reference: "text",
          billing_run_id: "id",
          call_key: "text",
          kind: "text",
          status: "text",
          lease_id: "id?",
          lease_reference: "searched?",
          tenant_id: "id?",
          tenant_name: "searched?",
          period_start: "text",
          period_end: "text",
          due_date: "text",
          total_amount_cents: "integer",
          rent_amount_cents: "integer",
          charges_amount_cents: "integer",
          paid_amount_cents: "integer",
          remaining_amount_cents: "integer",
          fully_paid: "boolean",
          tolerated_until: "text",
          sent_at: "instant?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: { billing_run_id: "billing_runs", lease_id: "leases", tenant_id: "tenants" },
        indexes: datedIndexes("rent_calls"),
      }),
      "create unique index rent_calls_reference_unique on rent_calls (mandataire_id, reference)",
      `create index billing_run_lines_call_key_index
        on billing_run_lines (mandataire_id, call_key, billing_run_id, computation)`,
      "create unique index rent_calls_call_key_unique on rent_calls (mandataire_id, billing_run_id, call_key)",
      ...mandataireTable(dialect, {
        name: "owner_payouts",
        columns: {
          reference: "text",
          owner_id: "id",
          owner_name: "searched",
          mandate_id: "id?",
          billing_run_id: "id",
          amount_cents: "integer",
          currency: "text",
          status: "text",
          ordered_at: "instant",
          executed_at: "instant?",
          bank_account_id: "id?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: { owner_id: "owners", mandate_id: "mandates", billing_run_id: "billing_runs" },
        indexes: datedIndexes("owner_payouts"),
      }),
      "create unique index owner_payouts_reference_unique on owner_payouts (mandataire_id, reference)",
    ],
  },
];

export const reminderMigrations: readonly Migration[] = [
  {
    name: "2027-04-01 rental: reminders of rent calls",
    up: (dialect) =>
      mandataireTable(dialect, {
        name: "rent_call_reminders",
        columns: {
          rent_call_id: "id",
          level: "integer",
          amount_cents: "integer",
          letter: "json",
          created_at: "instant",
        },
        references: { rent_call_id: "rent_calls" },
      }),
  },
  {
    name: "2027-09-22 rental: reminders by time",
    up: () => [
      "create index rent_call_reminders_created_at_index on rent_call_reminders (mandataire_id, created_at, id)",
    ],
  },
];

export const partyMigrations: readonly Migration[] = [
  {
    name: "2027-06-01 rental: parts of the parties in rent calls",
    up: (dialect) => [
      `alter table rent_calls add column contributions ${dialect.types.json}`,
      `alter table payments add column paying_tenant_id ${dialect.types.id}`,
      ...withAllRows(
        dialect,
        ["lease_parties"],
        `update lease_parties set contributes_to_rent = ${dialect.booleanLiteral(true)} where party_type = 'tenant'`,
      ),
    ],
  },
  {
    name: "2027-06-02 rental: the tolerance of a call is that of the day's term",
    up: () => ["alter table rent_calls drop column tolerated_until"],
  },
];
