import { type Day, monthOf, orNotFound } from "@cartulary/kernel";
import { leaseOwnersOn } from "../../billing/computation/lease-owners.ts";
import { VAT_ON_FEES } from "../../billing/computation/vat-on-fees.ts";
import { readLeases } from "../../billing/runs/read-inputs.ts";
import type { BillingRunId } from "../../billing/runs/run.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { IngestionContext } from "../money-in/ingestion-context.ts";
import type { KeepingOwner } from "./deduction-lines.ts";

/** Returns the owners of a lease's units on its last day, with what their mandates say about deductions. */
export async function keepingOwners(
  { stores, mandataireId, today }: IngestionContext,
  leaseId: LeaseId,
  endDate: Day,
): Promise<readonly KeepingOwner[]> {
  const { accountingMode } = orNotFound(await stores.mandataires.find(mandataireId));
  // The lease's own id excludes no run.
  const runId = leaseId as string as BillingRunId;
  const context = { runId, month: monthOf(endDate), today, indexValues: [], accountingMode };
  const { leases } = await readLeases(stores, [leaseId], context);
  const owners = leaseOwnersOn(orNotFound(leases[0]), endDate);
  const mandates = await stores.billingSource.mandates(owners.map(({ ownerId }) => ownerId));
  const byId = new Map(mandates.map(({ mandate }) => [mandate.id, mandate]));
  return owners.map((owner) => {
    const mandate = owner.mandateId === null ? undefined : byId.get(owner.mandateId);
    return {
      ...owner,
      isForAgency: mandate?.retenueDestination === "agency",
      vatRateOnFees: mandate?.vatRateOnFees ?? VAT_ON_FEES,
    };
  });
}
