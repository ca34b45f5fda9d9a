import type { Cents, EntryId } from "@cartulary/ledger";
import { defineEntity } from "@mikro-orm/core";
import { type Database, integer, text } from "../../engine/columns.ts";
import { dated, day, key } from "../estate/tables/columns.ts";

/** The fees that agencies withdrew, and the bank transactions by which that was seen. */
export const feeWithdrawalRows = defineEntity({
  name: "FeeWithdrawal",
  tableName: "fee_withdrawals",
  properties: {
    ...key<EntryId>(),
    amountCents: integer<Cents>(),
    bookedOn: day(),
    bankReference: text().nullable(),
    ...dated(),
  },
  indexes: [{ name: "fee_withdrawals_amount_cents_index", properties: ["mandataireId", "amountCents", "bookedOn"] }],
});

/** What the store of withdrawals sees. */
export type FeeWithdrawalTables = Database<typeof feeWithdrawalRows>;
