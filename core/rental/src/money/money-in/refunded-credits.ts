import { type Cents, minus, type NewLine, negate, rational, round, sum, times } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { creditLine, debitLine, labelOf } from "../../billing/run-application/entry-lines.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { DueShare } from "../payments/allocation.ts";
import type { Payment } from "../payments/payment.ts";
import type { IngestionContext } from "./ingestion-context.ts";

/** An amount that leaves a credit without being called of owners; the credit is as it was before. */
export interface RefundedCredit {
  readonly payment: Pick<
    Payment,
    "reference" | "bankTransactionId" | "entryId" | "amountCents" | "allocatedCents" | "refundedCents"
  >;
  readonly amountCents: Cents;
}

/**
 * Returns the lines by which owners bear amounts of credits that came from no bank, of credit notes and initial balances:
 * for each amount those of its owners, by owner. In cash such a credit debited what was called of the owners (467100), and
 * the money that leaves them now was credited to them when it came in (467000). None in accrual.
 */
export async function borneByOwners(
  { stores }: IngestionContext,
  amounts: readonly RefundedCredit[],
  label = "Avoir remboursé",
): Promise<readonly (readonly NewLine[])[]> {
  const credits = amounts.filter(({ payment }) => payment.bankTransactionId === null);
  if (credits.length === 0) return amounts.map(() => []);
  const { entries, moneyInSource, applicationSource } = stores;
  const sealed = await entries.findSealed([...new Set(credits.map(({ payment }) => payment.entryId))]);
  const references = new Map(sealed.map(({ id, documentReference }) => [id, documentReference]));
  const calls = await moneyInSource.callsOf([...new Set(references.values())]);
  const billed = Map.groupBy(await moneyInSource.linesOf(calls.map(({ id }) => id)), ({ rentCallId }) => rentCallId);
  const shares = new Map(
    calls.map(({ id, reference }) => [reference, (billed.get(id) ?? []).flatMap((line) => line.shares)]),
  );
  const borne = amounts.map((amount) => {
    if (amount.payment.bankTransactionId !== null) return [];
    return [...ownersOfRefund(amount, shares.get(references.get(amount.payment.entryId) ?? "") ?? [])];
  });
  const owners = new Set(borne.flat().map(([ownerId]) => ownerId));
  const payees = await applicationSource.payees([...owners]);
  const codes = new Map(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  return borne.map((own, index) =>
    own.flatMap(([ownerId, amountCents]) => {
      const line = {
        auxiliaryCode: codes.get(ownerId) ?? null,
        label: labelOf(label, amounts[index]?.payment.reference ?? ""),
      };
      return [
        ...debitLine({ ...line, accountCode: ACCOUNTS.owners }, amountCents),
        ...creditLine({ ...line, accountCode: ACCOUNTS.called }, amountCents),
      ];
    }),
  );
}

/**
 * Returns what owners bear of a refund, by owner id: in proportion to their parts of the credit note that are credited on
 * collection. The refunds of a whole credit come to these parts.
 */
export function ownersOfRefund(
  { payment: { amountCents: whole, allocatedCents, refundedCents }, amountCents }: RefundedCredit,
  shares: readonly DueShare[],
): ReadonlyMap<OwnerId, Cents> {
  const used = sum([allocatedCents, refundedCents]);
  const upTo = (part: Cents, amount: Cents) => round(times(rational(part), rational(amount, whole)));
  const owners = Map.groupBy(
    shares.filter(({ isAccrual }) => !isAccrual),
    ({ ownerId }) => ownerId,
  );
  return new Map(
    [...owners]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([ownerId, own]) => {
        const part = negate(sum(own.flatMap(({ htCents, vatCents }) => [htCents, vatCents])));
        return [ownerId, minus(upTo(part, sum([used, amountCents])), upTo(part, used))] as const;
      })
      .filter(([, borne]) => borne !== 0),
  );
}
