import type { Migration } from "../../engine/migration.ts";
import { tenantTable } from "../estate/tenant-table.ts";

/** What leaves the mandants' account beside payouts. */
export const moneyOutMigrations: readonly Migration[] = [
  {
    name: "2026-12-15 rental: fees that agencies withdrew",
    up: (dialect) =>
      tenantTable(dialect, {
        name: "fee_withdrawals",
        columns: {
          amount_cents: "integer",
          booked_on: "text",
          bank_reference: "text?",
          created_at: "instant",
          updated_at: "instant",
        },
        indexes: { fee_withdrawals_amount_cents_index: ["amount_cents", "booked_on"] },
      }),
  },
  {
    name: "2026-12-15 rental: by which bank transactions payouts were paid",
    up: ({ types: { id } }) => [
      `alter table owner_payouts add column bank_transaction_id ${id}`,
      "create index owner_payouts_bank_transaction_id_index on owner_payouts (mandataire_id, bank_transaction_id)",
      "create index owner_payouts_status_index on owner_payouts (mandataire_id, status, amount_cents)",
    ],
  },
];
