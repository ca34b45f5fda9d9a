import { type Cents, minus, sum } from "@cartulary/ledger";
import type { TenantId } from "../../property/people/tenant.ts";
import type { SecurityDeposit } from "./security-deposit.ts";

/**
 * Returns what the imported opening has of each tenant's deposits beside those that leases have taken over: the money
 * of one deposit is held for one lease only (effects.md 6).
 */
export function notTakenOver(
  opening: ReadonlyMap<TenantId, Cents>,
  takenOver: readonly Pick<SecurityDeposit, "tenantId" | "amountCents">[],
): ReadonlyMap<TenantId, Cents> {
  const amounts = Map.groupBy(takenOver, ({ tenantId }) => tenantId);
  return new Map(
    [...opening].map(([id, balanceCents]) => [
      id,
      minus(balanceCents, sum((amounts.get(id) ?? []).map(({ amountCents }) => amountCents))),
    ]),
  );
}
