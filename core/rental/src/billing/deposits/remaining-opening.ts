import { type Cents, minus, sum } from "@cartulary/ledger";
import type { TenantId } from "../../property/people/tenant.ts";
import type { SecurityDeposit } from "./security-deposit.ts";

/**
 * Returns what the imported opening has of each tenant's deposits beside those that leases have taken over: the money
 * of one deposit is held for one lease only (effects.md 6).
 */
export function remainingOpening(
  opening: ReadonlyMap<TenantId, Cents>,
  deposits: readonly Pick<SecurityDeposit, "tenantId" | "amountCents">[],
): ReadonlyMap<TenantId, Cents> {
  const amounts = Map.groupBy(deposits, ({ tenantId }) => tenantId);
  return new Map(
    [...opening].map(([id, balanceCents]) => [
      id,
      minus(balanceCents, sum((amounts.get(id) ?? []).map(({ amountCents }) => amountCents))),
    ]),
  );
}
