import { ownerPayoutListing, PAYOUT_STATUSES } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord } from "../record.ts";

/** What a run ordered to be paid to an owner. */
export const OwnerPayoutRecord = camelRecord("OwnerPayout", {
  id: uuid<"OwnerPayout">(),
  reference: text(),
  ownerId: uuid<"OwnerActor">(),
  ownerName: text(),
  billingRunId: uuid<"BillingRun">(),
  amountCents: integer(),
  currency: z.literal("EUR"),
  status: z.enum(PAYOUT_STATUSES),
  orderedAt: instant(),
  executedAt: instant().nullable(),
  transmittedAt: instant().nullable(),
  exportId: uuid<"PayoutExport">().nullable(),
  bankAccountId: uuid<"BankAccount">().nullable(),
});

const ALL = { path: `${RENTAL_BASE}/owner_payouts`, tag: "owner_payouts", mandataire: true } as const;

/** The payouts that applying runs ordered. */
export const ownerPayoutOperations = operations({
  listOwnerPayouts: {
    ...ALL,
    method: "get",
    summary: "The payouts that were ordered",
    scope: "read",
    list: ownerPayoutListing,
    replies: { 200: listOf(OwnerPayoutRecord) },
  },
  getOwnerPayout: {
    ...ALL,
    path: `${RENTAL_BASE}/owner_payouts/{id}`,
    params: snakeObject({ id: uuid<"OwnerPayout">() }),
    method: "get",
    summary: "One payout",
    scope: "read",
    replies: { 200: OwnerPayoutRecord },
  },
  orderOwnerPayoutAgain: {
    ...ALL,
    path: `${RENTAL_BASE}/owner_payouts/{id}/order_again`,
    params: snakeObject({ id: uuid<"OwnerPayout">() }),
    method: "post",
    summary: "Order a payout again that failed, to the account that is its owner's default one now",
    scope: "write",
    replies: { 200: OwnerPayoutRecord },
  },
});
