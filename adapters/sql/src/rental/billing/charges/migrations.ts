import type { Migration } from "../../../engine/migration.ts";
import { withAllRows } from "../../../engine/row-level-security.ts";
import { datedIndexes, mandataireTable } from "../../property/mandataire-table.ts";

export const chargeMigrations: readonly Migration[] = [
  {
    name: "2027-06-10 rental: invoices of suppliers",
    up: (dialect) => [
      `alter table rental_contacts add column accounting_code ${dialect.types.text}`,
      `alter table bank_accounts add column contact_id ${dialect.types.id}`,
      "create index bank_accounts_contact_id_index on bank_accounts (mandataire_id, contact_id)",
      ...withAllRows(
        dialect,
        ["share_keys"],
        `update share_keys set distribution_strategy = null
          where distribution_strategy not in ('shares', 'area', 'equal', 'headcount')`,
      ),
      ...mandataireTable(dialect, {
        name: "supplier_invoices",
        columns: {
          service_provider_id: "id",
          reference: "searched",
          reference_key: "text",
          invoice_date: "text",
          due_date: "text?",
          property_id: "id?",
          unit_id: "id?",
          share_key_id: "id?",
          total_cents: "integer",
          vat_cents: "integer",
          charge_nature: "text?",
          recoverable_percent: "integer",
          label: "searched",
          document_id: "id?",
          status: "text",
          paid_on: "text?",
          entry_id: "id",
          entries_count: "integer",
          bank_transaction_id: "id?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: {
          property_id: "properties",
          unit_id: "units",
          share_key_id: "share_keys",
        },
        indexes: datedIndexes("supplier_invoices"),
      }),
      `create unique index supplier_invoices_reference_unique
        on supplier_invoices (mandataire_id, service_provider_id, reference)`,
      `create index supplier_invoices_open_index on supplier_invoices (mandataire_id, reference_key)
        where status = 'open'`,
      `create index supplier_invoices_bank_transaction_id_index
        on supplier_invoices (mandataire_id, bank_transaction_id)`,
      ...mandataireTable(dialect, {
        name: "supplier_invoice_parts",
        columns: { invoice_id: "id", owner_id: "id", amount_cents: "integer" },
        key: ["invoice_id", "owner_id"],
        references: { invoice_id: "supplier_invoices", owner_id: "owners" },
      }),
    ],
  },
  {
    name: "2027-06-11 rental: statements of charges",
    up: (dialect) => [
      `alter table leases add column charge_type ${dialect.types.text} not null default 'provision'`,
      `alter table supplier_invoices add column charge_statement_id ${dialect.types.id}`,
      `create index supplier_invoices_charge_statement_id_index
        on supplier_invoices (mandataire_id, charge_statement_id)`,
      ...mandataireTable(dialect, {
        name: "charge_statements",
        columns: {
          property_id: "id",
          period_from: "text",
          period_to: "text",
          status: "text",
          lines: "json",
          tenants: "json",
          remainder_cents: "integer",
          approved_at: "instant?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: { property_id: "properties" },
        indexes: datedIndexes("charge_statements"),
      }),
      ...mandataireTable(dialect, {
        name: "charge_adjustments",
        columns: {
          statement_id: "id",
          lease_unit_id: "id",
          lease_id: "id",
          period_from: "text",
          period_to: "text",
          last_day: "text",
          balance_cents: "integer",
          billing_run_id: "id?",
        },
        key: ["statement_id", "lease_unit_id"],
        references: {
          statement_id: "charge_statements",
          lease_unit_id: "lease_units",
          billing_run_id: "billing_runs",
        },
      }),
      `create index charge_adjustments_due_index on charge_adjustments (mandataire_id, lease_id)
        where billing_run_id is null`,
    ],
  },
  {
    name: "2027-09-23 rental: paid invoices by reference",
    up: () => [
      "drop index supplier_invoices_open_index",
      "create index supplier_invoices_reference_key_index on supplier_invoices (mandataire_id, reference_key)",
    ],
  },
];
