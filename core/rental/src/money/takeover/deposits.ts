import { appendAll, orNotFound } from "@cartulary/kernel";
import { type Cents, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { societyOf } from "../../agency/mandataire.ts";
import { remainingOpening } from "../../billing/deposits/remaining-opening.ts";
import type { SecurityDeposit } from "../../billing/deposits/security-deposit.ts";
import { NOT_RETURNED } from "../../billing/run-application/open-deposits.ts";
import type { LeaseListener } from "../../property/leases/lease-listener.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { MoneyStores } from "../ports.ts";

/**
 * Returns a listener that takes deposits over when leases are activated (effects.md 6): one that the imported opening
 * has on the tenant's account, and that no other lease of the tenant has taken over, is held from then on; of a lease
 * that began before the book, no other is ever called.
 */
export function takeOverDeposits<Stores extends MoneyStores>(): LeaseListener<Stores> {
  return {
    async activated(stores, lease, { mandataireId, now, newId }) {
      const { securityDepositCents } = lease;
      if (!securityDepositCents) return;
      const mandataire = orNotFound(await stores.mandataires.find(mandataireId));
      const openingDay = await stores.entries.openingDay(societyOf(mandataire));
      if (openingDay === null) return;
      const tenant = await tenantWithDeposit(stores, lease.id);
      if (!tenant) {
        if (lease.startDate < openingDay) await stores.securityDeposits.markUncalled([lease.id]);
        return;
      }
      const amountCents = tenant.balanceCents < securityDepositCents ? tenant.balanceCents : securityDepositCents;
      await stores.securityDeposits.insert([
        {
          ...{ mandataireId, id: newId<"SecurityDeposit">(), leaseId: lease.id, leaseReference: lease.reference },
          ...{ tenantId: tenant.id, tenantName: tenant.name, amountCents, receivedCents: amountCents },
          ...{ heldBy: "agency", status: "held", billingRunId: null, rentCallId: null, lineId: null },
          ...{ ...NOT_RETURNED, createdAt: now, updatedAt: now },
        },
      ]);
    },
  };
}

interface TenantWithDeposit {
  readonly id: TenantId;
  readonly name: string | null;
  readonly balanceCents: Cents;
}

/** Returns the first tenant of a lease whose deposit the imported opening has and no other lease has taken over. */
async function tenantWithDeposit(
  stores: MoneyStores,
  leaseId: Parameters<MoneyStores["securityDeposits"]["markUncalled"]>[0][number],
): Promise<TenantWithDeposit | null> {
  const [parts] = await stores.billingSource.leases([leaseId]);
  const tenants = (parts?.parties ?? []).filter(
    ({ partyType, partyableType }) => partyType === "tenant" && partyableType === "TenantActor",
  );
  const ids = [...new Set(tenants.map(({ partyableId }) => partyableId as TenantId))].toSorted();
  const opening = await stores.applicationSource.openingBalances(ACCOUNTS.deposits, ids);
  if (opening.size === 0) return null;
  const remaining = remainingOpening(opening, await depositsTakenOver(stores, [...opening.keys()].toSorted()));
  const found = tenants.find(({ partyableId }) => (remaining.get(partyableId as TenantId) ?? ZERO) > 0);
  if (!found) return null;
  const id = found.partyableId as TenantId;
  return { id, name: found.name, balanceCents: remaining.get(id) ?? ZERO };
}

/** Most deposits of one page. */
const PAGE = 100;

/** Reads the deposits that leases of some tenants took over. Locks the tenants: two leases never take the same money. */
async function depositsTakenOver(
  { tenants, securityDeposits }: MoneyStores,
  ids: readonly TenantId[],
): Promise<readonly SecurityDeposit[]> {
  const taken: SecurityDeposit[] = [];
  for (const id of ids) {
    await tenants.lock(id);
    for (let page = 1; ; page += 1) {
      const { items } = await securityDeposits.list({
        ...{ page, perPage: PAGE, sort: "createdAt", direction: "asc" },
        conditions: [{ fields: ["tenantId"], join: "or", predicate: "eq", values: [id] }],
      });
      appendAll(
        taken,
        items.filter(({ billingRunId }) => billingRunId === null),
      );
      if (items.length < PAGE) break;
    }
  }
  return taken;
}
