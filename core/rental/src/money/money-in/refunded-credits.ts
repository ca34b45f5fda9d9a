import { type Cents, minus, type NewLine, negate, rational, round, sum, times } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { creditLine, debitLine, labelOf } from "../../billing/run-application/entry-lines.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { DueShare } from "../payments/allocation.ts";
import type { Payment } from "../payments/payment.ts";
import type { IngestionContext } from "./ingestion-context.ts";

/** An amount to refund of a credit, which is as it was before. */
export interface RefundedCredit {
  readonly payment: Pick<
    Payment,
    "reference" | "bankTransactionId" | "entryId" | "amountCents" | "allocatedCents" | "refundedCents"
  >;
  readonly amountCents: Cents;
}

/**
 * Returns the lines by which owners bear refunds of credits that came from no bank: of credit notes and initial balances.
 * In cash these debited what was called of the owners (467100), and money that is now paid out was credited to them when it
 * came in (467000). By credit, then by owner; none in accrual.
 */
export async function borneByOwners(
  { stores }: IngestionContext,
  refunds: readonly RefundedCredit[],
): Promise<readonly NewLine[]> {
  const credits = refunds.filter(({ payment }) => payment.bankTransactionId === null);
  if (credits.length === 0) return [];
  const { entries, moneyInSource, applicationSource } = stores;
  const sealed = await entries.findSealed([...new Set(credits.map(({ payment }) => payment.entryId))]);
  const references = new Map(sealed.map(({ id, documentReference }) => [id, documentReference]));
  const calls = await moneyInSource.callsOf([...new Set(references.values())]);
  const billed = Map.groupBy(await moneyInSource.linesOf(calls.map(({ id }) => id)), ({ rentCallId }) => rentCallId);
  const shares = new Map(
    calls.map(({ id, reference }) => [reference, (billed.get(id) ?? []).flatMap((line) => line.shares)]),
  );
  const borne = credits.flatMap((credit) => {
    const own = shares.get(references.get(credit.payment.entryId) ?? "") ?? [];
    return [...ownersOfRefund(credit, own)].map(([ownerId, amountCents]) => ({ credit, ownerId, amountCents }));
  });
  const payees = await applicationSource.payees([...new Set(borne.map(({ ownerId }) => ownerId))]);
  const codes = new Map(payees.map(({ id, accountingCode }) => [id, accountingCode]));
  return borne.flatMap(({ credit, ownerId, amountCents }) => {
    const line = {
      auxiliaryCode: codes.get(ownerId) ?? null,
      label: labelOf("Avoir remboursé", credit.payment.reference),
    };
    return [
      ...debitLine({ ...line, accountCode: ACCOUNTS.owners }, amountCents),
      ...creditLine({ ...line, accountCode: ACCOUNTS.called }, amountCents),
    ];
  });
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
