import { appendAll, type Digests, existing, monthOf, pagesOf } from "@cartulary/kernel";
import type { OwnerPremium } from "../billing/owner-lines.ts";
import { INDEX_CODES } from "../indexation/index-value.ts";
import type { LeaseId } from "../leases/lease.ts";
import type { MandateId } from "../mandates/mandate.ts";
import type { OwnerId } from "../people/owner.ts";
import type { RentalStores } from "../ports.ts";
import { leaseDigest, ownerDigest } from "./fingerprint.ts";
import type { Collected, RunInput } from "./ports.ts";
import { type Moment, mandatesOnce, readLeases, readOwners } from "./reading.ts";
import type { BillingRun } from "./run.ts";
import type { Computation } from "./run-line.ts";

/** Inputs that are looked at together. */
const CHUNK = 100;

/**
 * What a computation of a run was made from and is otherwise now: `lease:<id>`, `owner:<id>`, in order; nothing where it
 * still comes to the same. Whoever writes by the run's lines asks this in the same transaction. A lease that is new in its
 * scope changes nothing of it (rental.md 3.1).
 */
export async function changedInputs(
  stores: RentalStores,
  run: BillingRun,
  digests: Pick<Digests, "sha256">,
  computation: number = run.computation,
): Promise<readonly string[]> {
  const written: Computation = { runId: run.id, computation };
  const { month, today } = { month: monthOf(run.periodStart), today: run.computedOn };
  if (today === null) return [];
  const premiums: OwnerPremium[] = [];
  const changed: string[] = [];
  const { accountingMode } = existing(await stores.mandataires.find(run.mandataireId));
  const indexValues = await stores.indexValues.of(INDEX_CODES);
  const moment: Moment = {
    runId: run.id,
    month,
    today,
    indexValues,
    accountingMode,
    mandates: mandatesOnce(stores.billingSource),
  };
  const pages = pagesOf<RunInput>((last) => stores.billingRunInputs.page(written, last?.part ?? null, CHUNK));
  for await (const page of pages) {
    const leaseIds = idsOf<LeaseId>(page, "lease");
    const { leases, premiums: due } = await readLeases(stores, leaseIds, moment);
    appendAll(premiums, due);
    const now = new Map(leases.map((lease) => [`lease:${lease.id}`, leaseDigest(digests, lease)]));
    const owners = page.flatMap(({ content }) => content ?? []);
    const inputs = await readOwners(stores, {
      runId: run.id,
      ids: idsOf<OwnerId>(page, "owner"),
      month,
      accountingMode,
      // Leases come before owners in the order of parts.
      premiums,
      collected: await stillCollected(
        stores,
        run,
        owners.flatMap(({ collected }) => collected),
      ),
      credited: new Set(owners.flatMap(({ owner }) => owner.mandates.map(({ id }): MandateId => id))),
    });
    for (const input of inputs) now.set(`owner:${input.owner.id}`, ownerDigest(digests, input));
    appendAll(
      changed,
      page.filter(({ part, digest }) => now.get(part) !== digest).map(({ part }) => part),
    );
  }
  return changed;
}

function idsOf<Value extends string>(page: readonly RunInput[], kind: "lease" | "owner"): readonly Value[] {
  const prefix = `${kind}:`;
  return page.flatMap(({ part }) => (part.startsWith(prefix) ? [part.slice(prefix.length) as Value] : []));
}

/** Those of the instalments that the run saw that are still there, as they are now: later ones wait for the next run. */
async function stillCollected(
  { collections }: RentalStores,
  run: BillingRun,
  seen: readonly Collected[],
): Promise<readonly Collected[]> {
  if (seen.length === 0 || run.computedOn === null) return [];
  const ids = new Set(seen.map(({ id }) => id));
  const owners = [...new Set(seen.map(({ ownerId }) => ownerId))];
  const scope = { ...run.scope, month: monthOf(run.periodStart) };
  const now = await collections.notRemitted(scope, run.computedOn, owners);
  return now.filter(({ id }) => ids.has(id));
}
