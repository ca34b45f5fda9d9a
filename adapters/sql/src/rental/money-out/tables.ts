import type { Cents, EntryId } from "@cartulary/ledger";
import type { MandataireId, OwnerPayoutId, PayoutExport, PayoutExportId } from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, integer, text } from "../../engine/columns.ts";
import { dated, datedIndexes, day, key } from "../estate/tables/columns.ts";

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

/** Files that order the bank to pay payouts, with their bytes. */
export const payoutExportRows = defineEntity({
  name: "PayoutExport",
  tableName: "payout_exports",
  properties: {
    ...key<PayoutExportId>(),
    format: text<PayoutExport["format"]>(),
    messageId: text(),
    payoutsCount: integer(),
    totalAmountCents: integer<Cents>(),
    document: text(),
    ...dated(),
  },
  indexes: [...datedIndexes("payout_exports")],
});

/** Which payouts a file has, or had: those that failed may be in a later one, too. */
export const exportedPayoutRows = defineEntity({
  name: "ExportedPayout",
  tableName: "exported_payouts",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    exportId: id<PayoutExportId>().primary(),
    payoutId: id<OwnerPayoutId>().primary(),
  },
  indexes: [{ name: "exported_payouts_payout_id_index", properties: ["mandataireId", "payoutId"] }],
});

/** What the store of files for the bank sees. */
export type PayoutExportTables = Database<typeof payoutExportRows | typeof exportedPayoutRows>;

/** What the store of withdrawals sees. */
export type FeeWithdrawalTables = Database<typeof feeWithdrawalRows>;
