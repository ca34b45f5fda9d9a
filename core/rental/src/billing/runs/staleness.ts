import { appendAll, type Digests, monthOf, orNotFound, readPages } from "@cartulary/kernel";
import { INDEX_CODES } from "../../property/indexation/index-value.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { OwnerPremium } from "../computation/owner-lines.ts";
import { selectLeases } from "../computation/run-scope.ts";
import type { BillingStores } from "../ports.ts";
import { leaseDigest, ownerDigest } from "./fingerprint.ts";
import type { ManagedLetting } from "./owner-inputs.ts";
import type { RunInput, UnremittedCollection } from "./ports.ts";
import { byOwner, cachedMandates, type ReadContext, readLeases, readOwners } from "./read-inputs.ts";
import type { BillingRun } from "./run.ts";
import type { Computation } from "./run-line.ts";

/** Inputs compared at once. */
const CHUNK = 100;

/**
 * Returns the inputs of a computation that have changed since, `lease:<id>` or `owner:<id>`, in order; empty if the run
 * is up to date. Callers that write from the run's lines must check in the same transaction. A new lease in the scope
 * does not make a run stale (rental.md 3.1).
 */
export async function changedInputs(
  stores: BillingStores,
  run: BillingRun,
  digests: Pick<Digests, "sha256">,
  computation: number = run.computation,
): Promise<readonly string[]> {
  const target: Computation = { runId: run.id, computation };
  const { month, today } = { month: monthOf(run.periodStart), today: run.computedOn };
  if (today === null) return [];
  const premiums: OwnerPremium[] = [];
  const lettings: ManagedLetting[] = [];
  const scope = { ...run.scope, month };
  const changed: string[] = [];
  const { accountingMode } = orNotFound(await stores.mandataires.find(run.mandataireId));
  const indexValues = await stores.indexValues.of(INDEX_CODES);
  const moment: ReadContext = {
    runId: run.id,
    month,
    today,
    indexValues,
    accountingMode,
    mandates: cachedMandates(stores.billingSource),
  };
  const pages = readPages<RunInput>((last) => stores.billingRunInputs.page(target, last?.part ?? null, CHUNK));
  for await (const page of pages) {
    const leaseIds = idsOf<LeaseId>(page, "lease");
    const { leases, premiums: leasePremiums, lettings: leaseLettings } = await readLeases(stores, leaseIds, moment);
    appendAll(premiums, leasePremiums);
    const inScope = new Set(selectLeases(leases, scope).flatMap(({ units }) => units.map(({ id }) => id)));
    appendAll(
      lettings,
      leaseLettings.filter(({ leaseUnitId }) => inScope.has(leaseUnitId)),
    );
    const digestOf = new Map(leases.map((lease) => [`lease:${lease.id}`, leaseDigest(digests, lease)]));
    const owners = page.flatMap(({ content }) => content ?? []);
    const inputs = await readOwners(stores, {
      runId: run.id,
      ids: idsOf<OwnerId>(page, "owner"),
      month,
      accountingMode,
      // Leases precede owners in the order of parts.
      ...{ premiums: byOwner(premiums), lettings: byOwner(lettings) },
      collected: byOwner(
        await stillCollected(
          stores,
          run,
          owners.flatMap(({ collected }) => collected),
        ),
      ),
      credited: new Set(owners.flatMap(({ owner }) => owner.mandates.map(({ id }): MandateId => id))),
    });
    for (const input of inputs) digestOf.set(`owner:${input.owner.id}`, ownerDigest(digests, input));
    appendAll(
      changed,
      page.filter(({ part, digest }) => digestOf.get(part) !== digest).map(({ part }) => part),
    );
  }
  return changed;
}

function idsOf<Value extends string>(page: readonly RunInput[], kind: "lease" | "owner"): readonly Value[] {
  const prefix = `${kind}:`;
  return page.flatMap(({ part }) => (part.startsWith(prefix) ? [part.slice(prefix.length) as Value] : []));
}

/** Returns the current state of the instalments that the run saw; later ones are left for the next run. */
async function stillCollected(
  { collections }: BillingStores,
  run: BillingRun,
  previous: readonly UnremittedCollection[],
): Promise<readonly UnremittedCollection[]> {
  if (previous.length === 0 || run.computedOn === null) return [];
  const ids = new Set(previous.map(({ id }) => id));
  const owners = [...new Set(previous.map(({ ownerId }) => ownerId))];
  const scope = { ...run.scope, month: monthOf(run.periodStart) };
  const current = await collections.notRemitted(scope, run.computedOn, owners);
  return current.filter(({ id }) => ids.has(id));
}
