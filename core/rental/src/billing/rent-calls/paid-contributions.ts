import type { Id } from "@cartulary/kernel";
import { apportion, type Cents, minus, rational, sum, ZERO } from "@cartulary/ledger";
import type { Contribution, ContributionView } from "./contribution.ts";
import { nameWords } from "./name-words.ts";

/** The part of a call that a payment pays, with the known payer. */
export interface PaymentOfCall {
  readonly rentCallId: Id<"RentCall">;
  readonly amountCents: Cents;
  /** The tenant whose account the money came from; `null` if unknown. */
  readonly payingTenantId: Id<"TenantActor"> | null;
  /** The name at the bank; `null` without one. */
  readonly counterpartyName: string | null;
}

/**
 * Returns the parts of a call with what is paid of them, after payments in order. Money of a party counts for that party
 * first; what exceeds its part, and money of no party, is apportioned over what remains of each (effects.md 1.3, 6).
 */
export function paidContributions(
  contributions: readonly Contribution[],
  payments: readonly Pick<PaymentOfCall, "amountCents" | "payingTenantId" | "counterpartyName">[],
): readonly ContributionView[] {
  let remaining: readonly Cents[] = contributions.map(({ amountCents }) => amountCents);
  for (const payment of payments) {
    const payer = payerOf(payment, contributions);
    const own = remaining.map((rest, index) => (index === payer ? least(rest, payment.amountCents) : ZERO));
    remaining = lessen(lessen(remaining, own), shared(minus(payment.amountCents, sum(own)), lessen(remaining, own)));
  }
  return contributions.map(({ partyId, name, amountCents }, index) => {
    const remainingCents = remaining[index] ?? ZERO;
    return { partyId, name, amountCents, paidCents: minus(amountCents, remainingCents), remainingCents };
  });
}

/** Returns the place of the party that paid: by account, else the only one whose name the bank gives; -1 for none. */
function payerOf(
  { payingTenantId, counterpartyName }: Pick<PaymentOfCall, "payingTenantId" | "counterpartyName">,
  contributions: readonly Contribution[],
): number {
  const byAccount = contributions.findIndex(({ tenantId }) => tenantId !== null && tenantId === payingTenantId);
  if (byAccount !== -1 || counterpartyName === null) return byAccount;
  const words = new Set(nameWords(counterpartyName));
  const named = contributions.flatMap(({ name }, index) => {
    const own = nameWords(name ?? "");
    return own.length > 0 && own.every((word) => words.has(word)) ? [index] : [];
  });
  const [only = -1, another] = named;
  return another === undefined ? only : -1;
}

/** Apportions an amount over what remains of each part; what exceeds them all is left out. */
function shared(amount: Cents, remaining: readonly Cents[]): readonly Cents[] {
  const owed = sum(remaining);
  if (amount <= 0 || owed <= 0) return remaining.map(() => ZERO);
  const weights = remaining.map((rest, index) => ({ id: String(index).padStart(4, "0"), weight: rational(rest) }));
  return apportion(least(amount, owed), weights);
}

const lessen = (amounts: readonly Cents[], less: readonly Cents[]): readonly Cents[] =>
  amounts.map((amount, index) => minus(amount, less[index] ?? ZERO));

const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);
