import { PAYOUT_EXPORT_FORMATS, PAYOUT_STATUSES, payoutExportListing } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { amount, flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { input } from "./estate-fields.ts";

const format = z.enum(PAYOUT_EXPORT_FORMATS);

/** A payout of a file, and how far it got by it. */
const ExportedPayout = camelRecord("ExportedPayout", {
  payoutId: uuid<"OwnerPayout">(),
  reference: text(),
  amountCents: integer(),
  status: z.enum(PAYOUT_STATUSES),
  /** The bank paid it with more than the owner's own money: the transaction stands in suspense. */
  refused: flag(),
  bankTransactionId: uuid<"BankTransaction">().nullable(),
});

/** A file that orders the bank to pay payouts. */
export const PayoutExportRecord = camelRecord("PayoutExport", {
  id: uuid<"PayoutExport">(),
  format,
  messageId: text(),
  payoutsCount: integer(),
  totalAmount: amount(),
  payoutIds: listOf(uuid<"OwnerPayout">()),
  payouts: listOf(ExportedPayout),
  createdAt: instant(),
  downloadUrl: text(),
});

/** Which payouts are to be paid. */
export const PayoutExportCreation = record("PayoutExportInput", { format, ids: input.listOf(uuid<"OwnerPayout">()) });

const ALL = { path: `${RENTAL_BASE}/owner_payouts/exports`, tag: "owner_payouts", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/owner_payouts/exports/{id}`,
  params: snakeObject({ id: uuid<"PayoutExport">() }),
} as const;

/** The files for the bank: each payout is in one of them at a time. */
export const payoutExportOperations = operations({
  listPayoutExports: {
    ...ALL,
    method: "get",
    summary: "The files for the bank that were made",
    scope: "read",
    list: payoutExportListing,
    replies: { 200: listOf(PayoutExportRecord) },
  },
  createPayoutExport: {
    ...ALL,
    method: "post",
    summary: "Make the file that orders the bank to pay what is ordered and due, or the payouts that are named",
    scope: "write",
    body: PayoutExportCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: PayoutExportRecord },
  },
  getPayoutExport: {
    ...ONE,
    method: "get",
    summary: "One file for the bank, with what became of its payouts",
    scope: "read",
    replies: { 200: PayoutExportRecord },
  },
  deletePayoutExport: {
    ...ONE,
    method: "delete",
    summary: "Take a file back that the bank did not get: its payouts are ordered as before",
    scope: "write",
    replies: { 204: null },
  },
  downloadPayoutExport: {
    ...ONE,
    path: `${RENTAL_BASE}/owner_payouts/exports/{id}/download`,
    method: "get",
    summary: "The bytes of a file for the bank, ISO 20022 pain.001: always the same",
    scope: "read",
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
  },
});
