import type { Digests } from "@cartulary/kernel";
import type { BilledLease } from "../billing/snapshot.ts";
import type { OwnerBasis } from "./ports.ts";

/**
 * A digest of all about a lease that a run was made from, but what somebody or something is called. Two things only inform,
 * and would have a run make itself stale: what other live runs would bill, and what a period cost before (rental.md 3.1).
 */
export function leaseDigest({ sha256 }: Pick<Digests, "sha256">, lease: BilledLease): string {
  const { reference: _, tenants, units, ...counted } = lease;
  return sha256(
    JSON.stringify({
      ...counted,
      tenants: tenants.map(({ name: _, ...tenant }) => tenant),
      units: units.map(({ identifier, propertyName, pendingElsewhere, lastBaseCents, ...unit }) => ({
        ...unit,
        alreadyBilled: sortedTexts(unit.alreadyBilled.map(({ category, from, to }) => [category, from, to])),
        otherLeases: sortedTexts(unit.otherLeases.map(({ from, to }) => [from, to])),
        ownerships: sortedTexts(unit.ownerships),
        mandates: sortedTexts(unit.mandates),
      })),
    }),
  );
}

/** The same of an owner. Whether he has a bank account counts when he is paid, and not before. */
export function ownerDigest({ sha256 }: Pick<Digests, "sha256">, input: OwnerBasis): string {
  const { owner, collected, premiums, ownerName: _, ...modes } = input;
  const { hasBankAccount: __, ...counted } = owner;
  const named = counted.mandates.map(({ services, ...mandate }) => ({
    ...mandate,
    services: services.map(({ label: ___, ...service }) => service),
  }));
  return sha256(
    JSON.stringify([
      { ...counted, mandates: named },
      modes,
      sortedTexts(collected.map(({ id, htCents, vatCents, category }) => [id, htCents, vatCents, category])),
      sortedTexts(premiums),
    ]),
  );
}

const sortedTexts = (values: readonly unknown[]): readonly string[] =>
  values.map((value) => JSON.stringify(value)).toSorted();
