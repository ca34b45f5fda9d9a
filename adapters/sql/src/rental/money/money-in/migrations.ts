import type { Migration } from "../../../engine/migration.ts";
import { withAllRows } from "../../../engine/row-level-security.ts";
import { datedIndexes, mandataireTable } from "../../property/mandataire-table.ts";

export const moneyInMigrations: readonly Migration[] = [
  {
    name: "2026-12-14 rental: bank transactions, payments and what they pay",
    up: (dialect) => [
      ...mandataireTable(dialect, {
        name: "bank_transactions",
        columns: {
          bank_reference: "searched",
          booked_on: "text",
          amount_cents: "integer",
          currency: "text",
          direction: "text",
          label: "searched?",
          counterparty_name: "searched?",
          counterparty_iban: "text?",
          method: "text?",
          reverses: "text?",
          status: "text",
          payment_id: "id?",
          entry_id: "id?",
          tenant_line_id: "id?",
          created_at: "instant",
          updated_at: "instant",
        },
        indexes: { ...datedIndexes("bank_transactions"), bank_transactions_payment_id_index: ["payment_id"] },
      }),
      "create unique index bank_transactions_bank_reference_unique on bank_transactions (mandataire_id, bank_reference)",
      ...mandataireTable(dialect, {
        name: "payments",
        columns: {
          reference: "text",
          bank_transaction_id: "id",
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
        indexes: datedIndexes("payments"),
      }),
      "create unique index payments_reference_unique on payments (mandataire_id, reference)",
      ...mandataireTable(dialect, {
        name: "payment_allocations",
        columns: {
          payment_id: "id",
          rent_call_id: "id",
          billing_run_id: "id",
          computation: "integer",
          line_id: "id",
          ht_cents: "integer",
          vat_cents: "integer",
          allocation_date: "text",
          status: "text",
          tenant_line_id: "id",
          transfer_id: "id?",
          made_by_run_id: "id?",
          created_at: "instant",
          updated_at: "instant",
        },
        references: {
          payment_id: "payments",
          rent_call_id: "rent_calls",
          billing_run_id: "billing_runs",
          made_by_run_id: "billing_runs",
        },
        indexes: { payment_allocations_tenant_line_id_index: ["tenant_line_id"] },
      }),
      ...mandataireTable(dialect, {
        name: "collected_parts",
        columns: {
          allocation_id: "id",
          owner_id: "id",
          booked_on: "text",
          is_accrual: "boolean",
          ht_cents: "integer",
          vat_cents: "integer",
          status: "text",
          remitted_by_run_id: "id?",
        },
        references: {
          allocation_id: "payment_allocations",
          owner_id: "owners",
          remitted_by_run_id: "billing_runs",
        },
      }),
      "create index bank_accounts_iban_index on bank_accounts (mandataire_id, iban)",
      `create index rent_calls_open_index on rent_calls (mandataire_id, remaining_amount_cents)
        where remaining_amount_cents > 0`,
      `create index collected_parts_waiting_index on collected_parts (mandataire_id, owner_id, booked_on)
        where remitted_by_run_id is null`,
    ],
  },
  {
    name: "2026-12-28 rental: runs that can still be taken back are found",
    up: () => ["create index billing_runs_cancellable_index on billing_runs (mandataire_id, status, cancellable)"],
  },
  {
    name: "2027-01-05 rental: payments are listed by their day and by where they stand",
    up: () => [
      "create index payments_payment_date_index on payments (mandataire_id, payment_date, id)",
      "create index payments_status_index on payments (mandataire_id, status, payment_date, id)",
    ],
  },
  {
    name: "2027-01-18 rental: bank transactions are known by what they are, and statements are kept",
    up: (dialect) => [
      ...Object.entries({
        // Earlier transactions are identified by their reference alone, as before.
        is_from_portal: `${dialect.types.boolean} not null default ${dialect.booleanLiteral(true)}`,
        content_key: dialect.types.text,
        content_ordinal: dialect.types.integer,
        is_on_statement: `${dialect.types.boolean} not null default ${dialect.booleanLiteral(false)}`,
        servicer_reference: dialect.types.text,
        end_to_end_id: dialect.types.text,
        reference_lines: dialect.types.text,
      }).map(([column, type]) => `alter table bank_transactions add column ${column} ${type}`),
      // A reference with this prefix is a hash, used when the bank gave none.
      ...withAllRows(
        dialect,
        ["bank_transactions"],
        "update bank_transactions set servicer_reference = bank_reference where bank_reference not like 'camt-%'",
      ),
      "drop index bank_transactions_bank_reference_unique",
      `create unique index bank_transactions_of_portal_unique on bank_transactions (mandataire_id, bank_reference)
        where is_from_portal`,
      `create unique index bank_transactions_content_unique
        on bank_transactions (mandataire_id, content_key, content_ordinal) where content_key is not null`,
      `create index bank_transactions_bank_reference_index
        on bank_transactions (mandataire_id, bank_reference, booked_on)`,
      `create index bank_transactions_servicer_reference_index
        on bank_transactions (mandataire_id, servicer_reference) where servicer_reference is not null`,
      `create index bank_transactions_end_to_end_id_index on bank_transactions (mandataire_id, end_to_end_id)
        where end_to_end_id is not null`,
      `create index bank_transactions_booked_on_index
        on bank_transactions (mandataire_id, booked_on, direction, amount_cents) where amount_cents > 0`,
      `create index bank_transactions_on_no_statement_index on bank_transactions (mandataire_id, booked_on)
        where not is_on_statement`,
      `create index bank_transactions_unmatched_index on bank_transactions (mandataire_id, method)
        where status = 'unmatched'`,
      ...mandataireTable(dialect, {
        name: "bank_statements",
        columns: {
          statement_key: "text",
          account_iban: "text",
          statement_id: "text",
          from_day: "text",
          to_day: "text",
          opening_cents: "integer?",
          closing_cents: "integer?",
          entries_count: "integer",
          made_at: "text",
          created_at: "instant",
          updated_at: "instant",
        },
        indexes: {
          ...datedIndexes("bank_statements"),
          bank_statements_from_day_index: ["account_iban", "from_day"],
        },
      }),
      "create unique index bank_statements_statement_key_unique on bank_statements (mandataire_id, statement_key)",
      `create index bank_statements_to_day_index on bank_statements (mandataire_id, account_iban, to_day, made_at, id)
        where closing_cents is not null`,
    ],
  },
  {
    name: "2027-01-19 rental: what people assign of what is in suspense",
    up: (dialect) => [
      ...["settled_cents", "assigned_cents"].map(
        (column) => `alter table bank_transactions add column ${column} ${dialect.types.integer} not null default 0`,
      ),
      // Earlier matches settled the whole transaction.
      ...withAllRows(
        dialect,
        ["bank_transactions"],
        "update bank_transactions set settled_cents = amount_cents where status = 'matched'",
      ),
      ...mandataireTable(dialect, {
        name: "bank_assignments",
        columns: {
          bank_transaction_id: "id",
          entry_id: "id",
          assigned_on: "text",
          amount_cents: "integer",
          is_reversed: "boolean",
          created_at: "instant",
          updated_at: "instant",
        },
        references: { bank_transaction_id: "bank_transactions" },
      }),
      // Only active assignments; others are found by primary key.
      "drop index bank_assignments_bank_transaction_id_index",
      `create index bank_assignments_counting_index on bank_assignments (mandataire_id, bank_transaction_id)
        where not is_reversed`,
      ...mandataireTable(dialect, {
        name: "bank_assignment_lines",
        columns: {
          assignment_id: "id",
          place: "integer",
          account_code: "text",
          auxiliary_code: "text?",
          amount_cents: "integer",
          label: "text?",
          line_id: "id",
        },
        key: ["assignment_id", "place"],
        references: { assignment_id: "bank_assignments" },
        indexes: { bank_assignment_lines_account_code_index: ["account_code"] },
      }),
      ...mandataireTable(dialect, {
        name: "bank_assignment_credits",
        columns: {
          assignment_id: "id",
          place: "integer",
          payment_id: "id",
          amount_cents: "integer",
          tenant_line_id: "id",
          is_refund: "boolean",
        },
        key: ["assignment_id", "place"],
        references: { assignment_id: "bank_assignments", payment_id: "payments" },
      }),
    ],
  },
  {
    name: "2027-01-20 rental: who paid for a tenant",
    up: ({ types: { id, text } }) =>
      Object.entries({ payer_id: id, payer_name: text, payer_name_fold: text }).map(
        ([column, type]) => `alter table payments add column ${column} ${type}`,
      ),
  },
];
