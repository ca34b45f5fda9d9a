import type { Day, Id } from "@cartulary/kernel";
import { type Cents, type NewLine, negate, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { referencesIn, SERIES } from "../../agency/reference.ts";
import type { OwnerPayout, PayoutStatus, PayoutWithAccount } from "../../billing/payouts/owner-payout.ts";
import { firstReferences } from "../payments/bank-transaction.ts";

/** The fields of a bank transaction by which payouts are matched. */
export interface BankMovement {
  readonly id: Id<"BankTransaction">;
  readonly bankReference: string;
  readonly bookedOn: Day;
  /** Positive in both directions. */
  readonly amountCents: Cents;
  readonly label: string | null;
  /** The texts to search for references, one per line, in order; `null` if only the label. */
  readonly referenceLines: string | null;
  /** Without spaces, in capitals. */
  readonly counterpartyIban: string | null;
}

/** The sender's hint of the payout. */
export interface PayoutHint {
  readonly payoutReference?: string | null;
}

/** The series of payouts to owners and of deposits. */
const PAYOUT_SERIES = [SERIES.payout, SERIES.depositPayout] as const;

/**
 * Returns the payout references of a movement: from its sender's hint, otherwise from its texts. Empty if it must be
 * matched by amount; `null` if the hint is not a payout reference.
 */
export function payoutReferencesIn(movement: BankMovement, { payoutReference }: PayoutHint): readonly string[] | null {
  if (!payoutReference) return PAYOUT_SERIES.flatMap((series) => firstReferences(movement, series));
  const references = PAYOUT_SERIES.flatMap((series) => referencesIn(payoutReference, series));
  return references.length === 0 ? null : references;
}

/**
 * Returns the named payouts that a movement pays or returns, if all have a required status and add up to exactly its
 * amount; otherwise `null`. Several are matched all or none.
 */
export function payoutsByReference(
  { amountCents }: BankMovement,
  references: readonly string[],
  { found, statuses }: { readonly found: readonly OwnerPayout[]; readonly statuses: readonly PayoutStatus[] },
): readonly OwnerPayout[] | null {
  const areComplete = found.length === references.length && found.every(({ status }) => statuses.includes(status));
  return areComplete && totalOf(found) === amountCents ? found : null;
}

/**
 * Matches a movement without references: among awaiting payouts of exactly its amount, by reference, returns the first
 * with its IBAN, otherwise the only one (rental.md §4).
 */
export function payoutsByAmount(
  { counterpartyIban }: BankMovement,
  sameAmount: readonly PayoutWithAccount[],
): OwnerPayout | null {
  const sameAccount = sameAmount.find(({ iban }) => iban !== null && iban === counterpartyIban);
  const [only, ...others] = sameAmount;
  return (sameAccount ?? (others.length === 0 ? only : undefined))?.payout ?? null;
}

/**
 * Returns the payouts of a movement that a return concerns: all for their total amount, otherwise the one named or the
 * only one of that amount; none if ambiguous.
 */
export function returnedPayoutsOf(movement: BankMovement, paid: readonly OwnerPayout[]): readonly OwnerPayout[] {
  const { amountCents } = movement;
  if (paid.length > 0 && totalOf(paid) === amountCents) return paid;
  const sameAmount = paid.filter((payout) => payout.amountCents === amountCents);
  const names = PAYOUT_SERIES.flatMap((series) => firstReferences(movement, series));
  const named = sameAmount.filter(({ reference }) => names.includes(reference));
  if (names.length > 0) return named.length === 1 ? named : [];
  return sameAmount.length === 1 ? sameAmount : [];
}

/** The balances of an owner's accounts, debits positive, and the unpaid amount of credited calls. */
export interface OwnersAccounts {
  readonly availableCents: Cents;
  readonly orderedCents: Cents;
  readonly unpaidCents: Cents;
}

/**
 * Returns an owner's own money: the credit on 467000 and 467900 less the tenants' unpaid part. A payout of more would
 * use another owner's money (rental.md 2.5; décret 72-678, art. 55).
 */
export function availableToOwner({ availableCents, orderedCents, unpaidCents }: OwnersAccounts): Cents {
  return negate(sum([availableCents, orderedCents, unpaidCents]));
}

/** Returns a line on the account of ordered payouts, or of deposits, for each payout. */
export function payoutLines(
  payouts: readonly OwnerPayout[],
  codeOf: (payout: OwnerPayout) => string,
  direction: "paid" | "returned",
): readonly NewLine[] {
  return payouts.map((payout) => {
    const words = direction === "paid" ? "Reversement" : "Retour du reversement";
    const line = {
      accountCode: payout.kind === "deposit" ? ACCOUNTS.deposits : ACCOUNTS.ordered,
      auxiliaryCode: codeOf(payout),
      label: `${words} ${payout.reference}`,
    };
    return { ...line, [direction === "paid" ? "debitCents" : "creditCents"]: payout.amountCents };
  });
}

const totalOf = (payouts: readonly OwnerPayout[]): Cents => sum(payouts.map(({ amountCents }) => amountCents));
