import { PAYOUT_STATUSES } from "@cartulary/rental/billing";
import { PAYOUT_EXPORT_FORMATS, payoutExportListing } from "@cartulary/rental/money";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, flag, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

const format = z.enum(PAYOUT_EXPORT_FORMATS);

/** A payout of a file and its status. */
const ExportedPayout = camelRecord("ExportedPayout", {
  payoutId: uuid<"OwnerPayout">(),
  reference: text(),
  amountCents: integer(),
  status: z.enum(PAYOUT_STATUSES),
  /** The bank executed it beyond the owner's balance: the transaction is in suspense. */
  refused: flag(),
  bankTransactionId: uuid<"BankTransaction">().nullable(),
});

/** A file that orders payouts from the bank. */
export const PayoutExportRecord = camelRecord("PayoutExport", {
  id: uuid<"PayoutExport">(),
  format,
  messageId: text(),
  payoutsCount: integer(),
  totalAmount: amount(),
  payoutIds: listOf(uuid<"OwnerPayout">()),
  payouts: listOf(ExportedPayout),
  retainUntil: day(),
  createdAt: instant(),
  downloadUrl: text(),
});

export const PayoutExportCreation = record("PayoutExportInput", { format, ids: input.listOf(uuid<"OwnerPayout">()) });

const ALL = { path: `${RENTAL_BASE}/owner_payouts/exports`, tag: "owner_payouts", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/owner_payouts/exports/{id}`,
  params: snakeObject({ id: uuid<"PayoutExport">() }),
} as const;

/** Payment files: each payout is in one at a time. */
export const payoutExportOperations = operations({
  listPayoutExports: {
    ...ALL,
    method: "get",
    summary: "List payment files",
    scope: "read",
    list: payoutExportListing,
    replies: { 200: listOf(PayoutExportRecord) },
  },
  createPayoutExport: {
    ...ALL,
    method: "post",
    summary: "Create a payment file for all due payouts or the named ones",
    scope: "write",
    body: PayoutExportCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: PayoutExportRecord },
  },
  getPayoutExport: {
    ...ONE,
    method: "get",
    summary: "Get a payment file and the status of its payouts",
    scope: "read",
    replies: { 200: PayoutExportRecord },
  },
  deletePayoutExport: {
    ...ONE,
    method: "delete",
    summary: "Cancel a payment file that the bank did not receive; its payouts can be exported again",
    scope: "write",
    replies: { 204: null },
  },
  downloadPayoutExport: {
    ...ONE,
    path: `${RENTAL_BASE}/owner_payouts/exports/{id}/download`,
    method: "get",
    summary: "Download a payment file, ISO 20022 pain.001; always the same bytes",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
