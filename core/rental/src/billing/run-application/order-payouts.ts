import { orNotFound } from "@cartulary/kernel";
import { nextReferences, SERIES } from "../../agency/reference.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { OwnerPayout } from "../payouts/owner-payout.ts";
import type { Payee } from "../payouts/ports.ts";
import type { ApplicationContext } from "./application-context.ts";
import type { OwnerLineToBook } from "./lines-to-book.ts";
import { feeEntries, payoutEntry, payoutsOf } from "./owner-entries.ts";

/** Posts the fees of a run, by owner id. */
export async function postFees(
  { entryHeader, post }: ApplicationContext,
  lines: readonly OwnerLineToBook[],
): Promise<void> {
  await post(feeEntries(lines, entryHeader));
}

/** Orders the payouts of a run and posts them, by owner id. */
export async function orderPayouts(
  application: ApplicationContext,
  lines: readonly OwnerLineToBook[],
  payees: ReadonlyMap<OwnerId, Payee>,
): Promise<void> {
  const { stores, entryHeader, post } = application;
  const payouts = await newPayouts(application, lines, payees);
  await stores.ownerPayouts.insert(payouts);
  await post(
    payoutsOf(lines).map((planned, index) => payoutEntry(orNotFound(payouts[index]).reference, planned, entryHeader)),
  );
}

async function newPayouts(
  { stores, run, now, newId }: ApplicationContext,
  lines: readonly OwnerLineToBook[],
  payees: ReadonlyMap<OwnerId, Payee>,
): Promise<readonly OwnerPayout[]> {
  const planned = payoutsOf(lines);
  const references = await nextReferences(stores.codes, SERIES.payout, run.periodStart.slice(0, 4), planned.length);
  const ids = planned.map(() => newId<"OwnerPayout">()).sort();
  return planned.map(({ ownerId, mandateId, amountCents }, index) => {
    const payee = orNotFound(payees.get(ownerId));
    return {
      mandataireId: run.mandataireId,
      id: ids[index] as OwnerPayout["id"],
      reference: orNotFound(references[index]).text,
      ...{ ownerId, mandateId, amountCents },
      ...{ kind: "owner", tenantId: null, securityDepositId: null },
      ownerName: payee.name,
      billingRunId: run.id,
      currency: "EUR",
      status: payee.bankAccountId ? "ordered" : "blocked",
      orderedAt: now,
      executedAt: null,
      transmittedAt: null,
      exportId: null,
      bankAccountId: payee.bankAccountId,
      bankTransactionId: null,
      refusedTransactionId: null,
      createdAt: now,
      updatedAt: now,
    };
  });
}
