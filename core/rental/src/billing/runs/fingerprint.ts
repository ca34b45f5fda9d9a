import type { Digests } from "@cartulary/kernel";
import type { BilledLease } from "../computation/snapshot.ts";
import type { OwnerBasis } from "./ports.ts";

/**
 * Returns a digest of a lease's input to a run, without names. Leaves out the days of other pending runs and the price
 * of the previous period: they only inform and would make runs stale needlessly (rental.md 3.1).
 */
export function leaseDigest({ sha256 }: Pick<Digests, "sha256">, lease: BilledLease): string {
  const { reference: _, tenants, units, ...counted } = lease;
  return sha256(
    JSON.stringify({
      ...counted,
      tenants: tenants.map(({ name: _, ...tenant }) => tenant),
      units: units.map(
        ({
          identifier,
          propertyName,
          pendingInOtherRuns: pendingElsewhere,
          pendingAdjustments,
          lastBaseCents,
          billed = [],
          ...unit
        }) => ({
          ...unit,
          billed: sortedTexts(
            billed.map((line) => [line.category, line.from, line.to, line.htCents, line.vatCents, line.isExcluded]),
          ),
          alreadyBilled: sortedTexts(unit.alreadyBilled.map(({ category, from, to }) => [category, from, to])),
          otherLeases: sortedTexts(unit.otherLeases.map(({ from, to }) => [from, to])),
          ownerships: sortedTexts(unit.ownerships),
          mandates: sortedTexts(unit.mandates),
        }),
      ),
    }),
  );
}

/**
 * Returns a digest of an owner's input to a run, without names. Leaves out whether the owner has a bank account, which
 * matters only at payment, and late deposits, which only inform.
 */
export function ownerDigest({ sha256 }: Pick<Digests, "sha256">, input: OwnerBasis): string {
  const { owner, collected, premiums, ownerName: _, ...modes } = input;
  const { hasBankAccount: __, lateDeposit: ____, ...counted } = owner;
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
