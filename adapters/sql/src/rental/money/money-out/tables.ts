import type { Cents, EntryId } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type { OwnerPayoutId, PayoutExportId } from "@cartulary/rental/billing";
import type { PayoutExport } from "@cartulary/rental/money";
import { defineEntity } from "@mikro-orm/core";
import { type Database, id, integer, text } from "../../../engine/columns.ts";
import { day, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";

/** The fees that agencies withdrew, with the matching bank transactions. */
export const feeWithdrawalRows = defineEntity({
  name: "FeeWithdrawal",
  tableName: "fee_withdrawals",
  properties: {
    ...key<EntryId>(),
    amountCents: integer<Cents>(),
    bookedOn: day(),
    bankReference: text().nullable(),
    ...timestampColumns(),
  },
  indexes: [{ name: "fee_withdrawals_amount_cents_index", properties: ["mandataireId", "amountCents", "bookedOn"] }],
});

/** Credit transfer files for the bank, with their bytes. */
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
    ...timestampColumns(),
  },
  indexes: [...timestampIndexes("payout_exports")],
});

/** The present and past payouts of a file; failed payouts may also be in a later file. */
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

export type PayoutExportTables = Database<typeof payoutExportRows | typeof exportedPayoutRows>;

export type FeeWithdrawalTables = Database<typeof feeWithdrawalRows>;
