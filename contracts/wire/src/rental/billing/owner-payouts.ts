import { ownerPayoutListing, PAYOUT_KINDS, PAYOUT_STATUSES } from "@cartulary/rental/billing";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { instant, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord } from "../../record.ts";

/** A payout to an owner, ordered by a run. */
export const OwnerPayoutRecord = camelRecord("OwnerPayout", {
  id: uuid<"OwnerPayout">(),
  reference: text(),
  kind: z.enum(PAYOUT_KINDS).describe("Whether an owner is paid, or a deposit goes back to its tenant"),
  ownerId: uuid<"OwnerActor">().nullable().describe("The owner; null for a deposit"),
  ownerName: text().describe("Name of who is paid, when the payout was ordered"),
  tenantId: uuid<"TenantActor">().nullable().describe("The tenant of a deposit; null for a payout to an owner"),
  securityDepositId: uuid<"SecurityDeposit">().nullable().describe("The deposit that is returned; null for an owner"),
  billingRunId: uuid<"BillingRun">().nullable().describe("The run that ordered the payout; null for a deposit"),
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

/** Payouts ordered by applied runs. */
export const ownerPayoutOperations = operations({
  listOwnerPayouts: {
    ...ALL,
    method: "get",
    summary: "List payouts",
    scope: "read",
    list: ownerPayoutListing,
    replies: { 200: listOf(OwnerPayoutRecord) },
  },
  getOwnerPayout: {
    ...ALL,
    path: `${RENTAL_BASE}/owner_payouts/{id}`,
    params: snakeObject({ id: uuid<"OwnerPayout">() }),
    method: "get",
    summary: "Get a payout",
    scope: "read",
    replies: { 200: OwnerPayoutRecord },
  },
  orderOwnerPayoutAgain: {
    ...ALL,
    path: `${RENTAL_BASE}/owner_payouts/{id}/order_again`,
    params: snakeObject({ id: uuid<"OwnerPayout">() }),
    method: "post",
    summary: "Retry a failed payout to the owner's current default account",
    scope: "write",
    replies: { 200: OwnerPayoutRecord },
  },
});
