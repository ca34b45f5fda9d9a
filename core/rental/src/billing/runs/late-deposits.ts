import { type Day, monthOf } from "@cartulary/kernel";
import type { AccountingMode } from "../../agency/mandataire.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import { leaseOwnersOn } from "../computation/lease-owners.ts";
import type { LateDeposit } from "../computation/owner-lines.ts";
import { depositOn } from "../deposits/deposit-view.ts";
import type { BillingStores } from "../ports.ts";
import { readLeases } from "./read-inputs.ts";
import type { BillingRunId } from "./run.ts";

interface LateDepositQuery {
  readonly runId: BillingRunId;
  readonly today: Day;
  readonly accountingMode: AccountingMode;
}

/** Returns the deposits that should have gone back to their tenants before a day, by owner of the lease: the first. */
export async function lateDeposits(
  stores: BillingStores,
  { runId, today, accountingMode }: LateDepositQuery,
): Promise<ReadonlyMap<OwnerId, LateDeposit>> {
  const deposits = await stores.securityDeposits.unreturned(today);
  const found = new Map<OwnerId, LateDeposit>();
  if (deposits.length === 0) return found;
  const ids = [...new Set(deposits.map(({ leaseId }) => leaseId))];
  const parts = new Map((await stores.billingSource.leases(ids)).map((each) => [each.lease.id, each]));
  const late = deposits
    .map((deposit) => depositOn(deposit, parts.get(deposit.leaseId), today))
    .filter(({ lateMonths }) => lateMonths > 0);
  if (late.length === 0) return found;
  const context = { runId, month: monthOf(today), today, indexValues: [], accountingMode };
  const { leases } = await readLeases(stores, [...new Set(late.map(({ leaseId }) => leaseId))], context);
  for (const { id: securityDepositId, leaseId, lateMonths: months, lateAmountCents: amountCents } of late)
    for (const lease of leases.filter(({ id }) => id === leaseId))
      for (const { ownerId } of leaseOwnersOn(lease, lease.endDate ?? today))
        if (!found.has(ownerId)) found.set(ownerId, { securityDepositId, months, amountCents });
  return found;
}
