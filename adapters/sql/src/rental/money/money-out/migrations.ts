import type { Migration } from "../../../engine/migration.ts";
import { datedIndexes, mandataireTable } from "../../property/mandataire-table.ts";

export const moneyOutMigrations: readonly Migration[] = [
  {
    name: "2026-12-15 rental: fees that agencies withdrew",
    up: (dialect) =>
      mandataireTable(dialect, {
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
  {
    name: "2027-01-10 rental: files that order the bank to pay payouts",
    up: (dialect) => [
      // An ordered payout may already be in a file, which was not recorded (decision 0109). It remains ordered.
      ...["export_id", "refused_transaction_id"].map(
        (column) => `alter table owner_payouts add column ${column} ${dialect.types.id}`,
      ),
      `alter table owner_payouts add column transmitted_at ${dialect.types.instant}`,
      "create index owner_payouts_export_id_index on owner_payouts (mandataire_id, export_id)",
      ...mandataireTable(dialect, {
        name: "payout_exports",
        columns: {
          format: "text",
          message_id: "text",
          payouts_count: "integer",
          total_amount_cents: "integer",
          document: "text",
          created_at: "instant",
          updated_at: "instant",
        },
        indexes: datedIndexes("payout_exports"),
      }),
      ...mandataireTable(dialect, {
        name: "exported_payouts",
        columns: { export_id: "id", payout_id: "id" },
        key: ["export_id", "payout_id"],
        references: { export_id: "payout_exports", payout_id: "owner_payouts" },
      }),
    ],
  },
];
