import { ownerPayoutListing, PAYOUT_STATUSES } from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, listOf, text, uuid, uuids } from "../fields.ts";
import { BYTES, operations, RENTAL_BASE } from "../operation.ts";
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
  exportOwnerPayouts: {
    ...ALL,
    path: `${RENTAL_BASE}/owner_payouts/export`,
    method: "get",
    summary: "The order to the bank to pay what is ordered, as ISO 20022 pain.001",
    scope: "read",
    query: snakeObject({ format: z.enum(["pain.001"]), ids: uuids<"OwnerPayout">().exactOptional() }),
    headers: ["Range", "If-Range", "If-None-Match"],
    replies: { 200: BYTES, 206: BYTES, 304: null },
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
});
