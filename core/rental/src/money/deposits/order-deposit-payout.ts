import { orNotFound } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import type { SecurityDeposit } from "../../billing/deposits/security-deposit.ts";
import type { OwnerPayout } from "../../billing/payouts/owner-payout.ts";
import type { IngestionContext } from "../money-in/ingestion-context.ts";

/** Orders the payout of a deposit to its tenant's default account; blocked without one. Returns `null` for nothing. */
export async function orderDepositPayout(
  { stores, mandataireId, newId, now, today }: IngestionContext,
  { id, tenantId, tenantName }: SecurityDeposit,
  amountCents: Cents,
): Promise<OwnerPayout | null> {
  if (amountCents <= 0) return null;
  const [payee] = await stores.applicationSource.tenantPayees(tenantId === null ? [] : [tenantId]);
  const [reference] = await nextReferences(stores.codes, SERIES.depositPayout, today.slice(0, 4), 1);
  const bankAccountId = payee?.bankAccountId ?? null;
  const payout: OwnerPayout = {
    ...{ mandataireId, id: newId<"OwnerPayout">(), reference: orNotFound(reference).text, kind: "deposit" },
    ...{ ownerId: null, ownerName: payee?.name ?? tenantName ?? "", tenantId, securityDepositId: id },
    ...{ mandateId: null, billingRunId: null, amountCents, currency: "EUR" },
    ...{ status: bankAccountId === null ? "blocked" : "ordered", orderedAt: now, executedAt: null },
    ...{ transmittedAt: null, exportId: null, bankAccountId, bankTransactionId: null, refusedTransactionId: null },
    ...{ createdAt: now, updatedAt: now },
  };
  await stores.ownerPayouts.insert([payout]);
  return payout;
}
