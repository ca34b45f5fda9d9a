import type { Day } from "@cartulary/kernel";
import { type Cents, type EntryId, minus, negate, sum } from "@cartulary/ledger";

/** A movement on a tenant's account. */
export interface AccountMovement {
  readonly entryId: EntryId;
  readonly date: Day;
  readonly journal: string;
  /** Reference of the document: the call's for a call. */
  readonly documentReference: string;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** A tenant's account before a call. Balances are positive if the tenant owes. */
export interface AccountBefore {
  /** The amount due after the previous notice, without later receipts. */
  readonly previousCents: Cents;
  /** The receipts since the previous notice, by entry; negative if they were reversed. */
  readonly receipts: readonly { readonly date: Day; readonly amountCents: Cents }[];
  readonly balanceCents: Cents;
}

/** The journal of the bank's movements. */
const BANK = "BANQUE";
const CALL_REFERENCE = /^AP-/;

/**
 * Returns the account before the entries of a call, from its movements in the order of their entries. What was posted
 * after the call, or is dated after its day of issue, does not count (effects.md 5.2).
 */
export function accountBefore(
  movements: readonly AccountMovement[],
  { reference, issuedOn }: { readonly reference: string; readonly issuedOn: Day },
): AccountBefore {
  const own = movements.findIndex(({ documentReference }) => documentReference === reference);
  const before = (own < 0 ? movements : movements.slice(0, own)).filter((each) => isKnown(each, issuedOn));
  const previous = before.findLastIndex(({ documentReference }) => CALL_REFERENCE.test(documentReference));
  // An entry has a line for each call that the money paid, and one for the rest (rental.md 2.7).
  const byEntry = Map.groupBy(
    before.slice(previous + 1).filter(({ journal }) => journal === BANK),
    ({ entryId }) => entryId,
  );
  const receipts = [...byEntry.values()].flatMap((lines) => {
    const [first] = lines;
    return first ? [{ date: first.date, amountCents: negate(sum(lines.map(owedBy))) }] : [];
  });
  const balanceCents = sum(before.map(owedBy));
  return {
    previousCents: sum([balanceCents, ...receipts.map(({ amountCents }) => amountCents)]),
    receipts,
    balanceCents,
  };
}

const owedBy = ({ debitCents, creditCents }: AccountMovement): Cents => minus(debitCents, creditCents);

/** True except for money that came in after the day of issue. Calls are dated by their period, which may follow it. */
const isKnown = ({ journal, date }: AccountMovement, issuedOn: Day): boolean => journal !== BANK || date <= issuedOn;
