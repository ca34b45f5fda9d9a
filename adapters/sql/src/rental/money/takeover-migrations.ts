import type { Migration } from "../../engine/migration.ts";
import { withAllRows } from "../../engine/row-level-security.ts";
import { datedIndexes, letBeNull, type MandataireTable, mandataireTable } from "../property/mandataire-table.ts";

export const takeoverMigrations: readonly Migration[] = [
  {
    name: "2027-03-01 rental: initial balances of leases",
    up: (dialect) => [
      `alter table rent_calls add column other_amount_cents ${dialect.types.integer} not null default 0`,
      ...letBeNull(
        dialect,
        {
          name: "payments",
          columns: {
            reference: "text",
            bank_transaction_id: "id?",
            amount_cents: "integer",
            allocated_cents: "integer",
            refunded_cents: "integer",
            remaining_cents: "integer",
            currency: "text",
            payment_date: "text",
            payment_method: "text",
            direction: "text",
            status: "text",
            tenant_id: "id?",
            tenant_name: "searched?",
            payer_id: "id?",
            payer_name: "searched?",
            lease_id: "id?",
            lease_reference: "searched?",
            bank_account_id: "id?",
            entry_id: "id",
            entries_count: "integer",
            credit_line_id: "id?",
            created_at: "instant",
            updated_at: "instant",
          },
          references: { bank_transaction_id: "bank_transactions", tenant_id: "tenants", lease_id: "leases" },
          indexes: {
            ...datedIndexes("payments"),
            payments_payment_date_index: ["payment_date", "id"],
            payments_status_index: ["status", "payment_date", "id"],
          },
        },
        {
          nullable: ["bank_transaction_id"],
          more: ["create unique index payments_reference_unique on payments (mandataire_id, reference)"],
        },
      ),
    ],
  },
  {
    name: "2027-03-02 rental: deposits of tenants",
    up: (dialect) => [
      `alter table leases add column deposit_call ${dialect.types.text} not null default 'due'`,
      // Deposits of leases that are in force were not called by runs; the next run must not call them.
      ...withAllRows(dialect, ["leases"], "update leases set deposit_call = 'none' where status <> 'draft'"),
      ...withAllRows(
        dialect,
        ["mandates"],
        "update mandates set retenue_destination = 'owner' where retenue_destination <> 'agency'",
      ),
      ...mandataireTable(dialect, {
        name: "security_deposits",
        columns: {
          lease_id: "id",
          lease_reference: "searched",
          tenant_id: "id?",
          tenant_name: "searched?",
          amount_cents: "integer",
          received_cents: "integer",
          held_by: "text",
          status: "text",
          billing_run_id: "id?",
          rent_call_id: "id?",
          line_id: "id?",
          in_conformity: "boolean?",
          keys_returned_on: "text?",
          returned_on: "text?",
          returned_at: "instant?",
          arrears_cents: "integer",
          deductions: "json",
          created_at: "instant",
          updated_at: "instant",
        },
        references: {
          lease_id: "leases",
          tenant_id: "tenants",
          billing_run_id: "billing_runs",
          rent_call_id: "rent_calls",
        },
        indexes: datedIndexes("security_deposits"),
      }),
      "create index security_deposits_unreturned_index on security_deposits (mandataire_id) where returned_at is null",
      ...letBeNull(dialect, payouts, {
        nullable: ["owner_id", "billing_run_id"],
        more: ["create unique index owner_payouts_reference_unique on owner_payouts (mandataire_id, reference)"],
      }),
      ...["tenant_id", "security_deposit_id"].flatMap((column) => [
        `alter table owner_payouts add column ${column} ${dialect.types.id}`,
        `create index owner_payouts_${column}_index on owner_payouts (mandataire_id, ${column})`,
      ]),
      `alter table owner_payouts add column kind ${dialect.types.text} not null default 'owner'`,
    ],
  },
  {
    name: "2027-09-24 rental: which credits went back with a deposit",
    up: (dialect) =>
      mandataireTable(dialect, {
        name: "deposit_refunds",
        columns: { tenant_line_id: "id", payment_id: "id" },
        key: ["tenant_line_id", "payment_id"],
        references: { payment_id: "payments" },
      }),
  },
];

/** Payouts, as all migrations so far have made them. */
const payouts: MandataireTable = {
  name: "owner_payouts",
  columns: {
    reference: "text",
    owner_id: "id?",
    owner_name: "searched",
    mandate_id: "id?",
    billing_run_id: "id?",
    amount_cents: "integer",
    currency: "text",
    status: "text",
    ordered_at: "instant",
    executed_at: "instant?",
    transmitted_at: "instant?",
    export_id: "id?",
    bank_account_id: "id?",
    bank_transaction_id: "id?",
    refused_transaction_id: "id?",
    created_at: "instant",
    updated_at: "instant",
  },
  references: { owner_id: "owners", mandate_id: "mandates", billing_run_id: "billing_runs" },
  indexes: {
    ...datedIndexes("owner_payouts"),
    owner_payouts_status_index: ["status", "amount_cents"],
    owner_payouts_bank_transaction_id_index: ["bank_transaction_id"],
    owner_payouts_export_id_index: ["export_id"],
  },
};
