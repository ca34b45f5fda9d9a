import type { Id } from "@cartulary/kernel";
import { type Cents, type NewLine, negated, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import { firstReferences } from "../payments/bank-transaction.ts";
import { referencesIn } from "../references/reference.ts";
import type { PayableOut } from "./credit-transfer.ts";
import type { OwnerPayout, PayoutStatus } from "./owner-payout.ts";

/** What moved on the mandants' account, as far as payouts are found by it. */
export interface BankMovement {
  readonly id: Id<"BankTransaction">;
  readonly bankReference: string;
  /** Above zero, in either direction. */
  readonly amountCents: Cents;
  readonly label: string | null;
  /** Where references are looked for, a line each, in their order; `null` where that is the label alone. */
  readonly referenceLines: string | null;
  /** Without spaces, in capitals. */
  readonly counterpartyIban: string | null;
}

/** What whoever sends a movement says that it pays. */
export interface PayoutHint {
  readonly payoutReference?: string | null;
}

/**
 * The references of payouts that a movement names: those that its sender says, else those in its label. None where it is
 * to be found by amount; `null` where something is said that is no payout's reference.
 */
export function namedPayouts(movement: BankMovement, { payoutReference }: PayoutHint): readonly string[] | null {
  if (!payoutReference) return firstReferences(movement, "RV");
  const said = referencesIn(payoutReference, "RV");
  return said.length === 0 ? null : said;
}

/**
 * What a movement pays of the payouts that it names, or brings back: all of them, where all stand as they have to and come
 * to exactly its amount; `null` otherwise. One that names several moves each of them whole, or none.
 */
export function movedAsNamed(
  { amountCents }: BankMovement,
  references: readonly string[],
  { found, standing }: { readonly found: readonly OwnerPayout[]; readonly standing: readonly PayoutStatus[] },
): readonly OwnerPayout[] | null {
  const standSo = found.length === references.length && found.every(({ status }) => standing.includes(status));
  return standSo && totalOf(found) === amountCents ? found : null;
}

/**
 * What a movement that names nothing pays, of the payouts that await the bank, of exactly its amount, by reference: the first one that
 * goes to its IBAN, else the only one there is (rental.md §4).
 */
export function paidByAmount(
  { counterpartyIban }: BankMovement,
  sameAmount: readonly PayableOut[],
): OwnerPayout | null {
  const there = sameAmount.find(({ iban }) => iban !== null && iban === counterpartyIban);
  const [only, ...others] = sameAmount;
  return (there ?? (others.length === 0 ? only : undefined))?.payout ?? null;
}

/**
 * Which of the payouts that a movement paid came back with another one: all where it is their whole amount, else the one
 * that its label names or that alone is of its amount; none where that is not clear.
 */
export function returnedOf(movement: BankMovement, paid: readonly OwnerPayout[]): readonly OwnerPayout[] {
  const { amountCents } = movement;
  if (paid.length > 0 && totalOf(paid) === amountCents) return paid;
  const alike = paid.filter((payout) => payout.amountCents === amountCents);
  const names = firstReferences(movement, "RV");
  const named = alike.filter(({ reference }) => names.includes(reference));
  if (names.length > 0) return named.length === 1 ? named : [];
  return alike.length === 1 ? alike : [];
}

/** What stands on an owner's accounts, debits above zero, and what is still to be paid of what he was credited. */
export interface OwnersAccounts {
  readonly availableCents: Cents;
  readonly orderedCents: Cents;
  readonly unpaidCents: Cents;
}

/**
 * An owner's own money: his credit on 467000 and 467900 less his part of what tenants still owe of it. No payout of more
 * is executed: it would be another owner's (rental.md 2.5; décret 72-678, art. 55).
 */
export function ownMoney({ availableCents, orderedCents, unpaidCents }: OwnersAccounts): Cents {
  return negated(sum([availableCents, orderedCents, unpaidCents]));
}

/** What a movement books on the accounts of ordered payouts: a line each. */
export function payoutLines(
  payouts: readonly OwnerPayout[],
  codeOf: (payout: OwnerPayout) => string,
  way: "paid" | "returned",
): readonly NewLine[] {
  return payouts.map((payout) => {
    const words = way === "paid" ? "Reversement" : "Retour du reversement";
    const line = {
      accountCode: ACCOUNTS.ordered,
      auxiliaryCode: codeOf(payout),
      label: `${words} ${payout.reference}`,
    };
    return { ...line, [way === "paid" ? "debitCents" : "creditCents"]: payout.amountCents };
  });
}

const totalOf = (payouts: readonly OwnerPayout[]): Cents => sum(payouts.map(({ amountCents }) => amountCents));
