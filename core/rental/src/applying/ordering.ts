import type { OwnerPayout } from "../payouts/owner-payout.ts";
import type { OwnerId } from "../people/owner.ts";
import { allottedReferences } from "../references/reference.ts";
import type { AccountLine } from "./called-line.ts";
import { feeEntries, payoutEntry, payoutsOf } from "./owner-entries.ts";
import type { Payee } from "./ports.ts";
import type { Application } from "./writing.ts";

/** Takes the fees of a run and orders its payouts, all fees first, each by the owners' ids. */
export async function orderPayouts(
  application: Application,
  lines: readonly AccountLine[],
  payees: ReadonlyMap<OwnerId, Payee>,
): Promise<void> {
  const { stores, booking, post, alive } = application;
  const owners = [...Map.groupBy(lines, ({ ownerId }) => ownerId)].sort(([one], [other]) => (one < other ? -1 : 1));
  await post(owners.flatMap(([ownerId, own]) => feeEntries(ownerId, own, booking)));
  alive();
  const payouts = await newPayouts(application, lines, payees);
  await stores.ownerPayouts.insert(payouts);
  await post(payouts.map((payout) => payoutEntry(payout.reference, payout, booking)));
}

async function newPayouts(
  { stores, run, now, newId }: Application,
  lines: readonly AccountLine[],
  payees: ReadonlyMap<OwnerId, Payee>,
): Promise<readonly OwnerPayout[]> {
  const planned = payoutsOf(lines);
  const references = await allottedReferences(stores.codes, "RV", run.periodStart.slice(0, 4), planned.length);
  const ids = planned.map(() => newId<"OwnerPayout">()).sort();
  return planned.map(({ ownerId, mandateId, amountCents }, index) => {
    const payee = payees.get(ownerId);
    return {
      mandataireId: run.mandataireId,
      id: ids[index] as OwnerPayout["id"],
      reference: references[index]?.text ?? "",
      ...{ ownerId, mandateId, amountCents },
      ownerName: payee?.name ?? "",
      billingRunId: run.id,
      currency: "EUR",
      status: payee?.bankAccountId ? "ordered" : "blocked",
      orderedAt: now,
      executedAt: null,
      transmittedAt: null,
      exportId: null,
      bankAccountId: payee?.bankAccountId ?? null,
      bankTransactionId: null,
      refusedTransactionId: null,
      createdAt: now,
      updatedAt: now,
    };
  });
}
