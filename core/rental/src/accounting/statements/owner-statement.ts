import type { Day } from "@cartulary/kernel";
import { type AccountStatement, type Cents, type LineWithCursor, minus, negate, sum } from "@cartulary/ledger";
import type { Owner, OwnerId } from "../../property/people/owner.ts";

/** An owner and a period. `from` null begins with the first entry, `to` null ends with the last. */
export interface StatementQuery extends StatementPeriod {
  readonly ownerId: OwnerId;
  /** The civil year that the period is; `null` for another period. */
  readonly year: number | null;
}

export interface StatementPeriod {
  readonly from: Day | null;
  readonly to: Day | null;
}

/** A movement, with the balance after it. */
export interface StatementLine extends Pick<LineWithCursor, "date" | "journal" | "reference" | "label"> {
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly balanceCents: Cents;
}

/**
 * Statement of an owner's account 467000 (compte rendu de gestion). Balances are credits less debits: positive amounts
 * are due to the owner, negative ones are owed by the owner.
 */
export interface OwnerStatement extends StatementQuery {
  readonly ownerName: string;
  readonly openingBalanceCents: Cents;
  readonly totalDebitCents: Cents;
  readonly totalCreditCents: Cents;
  readonly closingBalanceCents: Cents;
}

/** Converts an account statement to the owner's view, with balances negated. */
export function ownerStatement(
  { displayName }: Pick<Owner, "displayName">,
  query: StatementQuery,
  { openingBalanceCents, debitCents, creditCents, closingBalanceCents }: AccountStatement,
): OwnerStatement {
  return {
    ...query,
    ownerName: displayName,
    openingBalanceCents: negate(openingBalanceCents),
    totalDebitCents: debitCents,
    totalCreditCents: creditCents,
    closingBalanceCents: negate(closingBalanceCents),
  };
}

/** Returns the lines with running balances, starting from the balance `before`. */
export function statementLines(before: Cents, lines: readonly LineWithCursor[]): readonly StatementLine[] {
  let balanceCents = before;
  return lines.map(({ date, journal, reference, label, debitCents, creditCents }) => {
    balanceCents = sum([balanceCents, minus(creditCents, debitCents)]);
    return { date, journal, reference, label, debitCents, creditCents, balanceCents };
  });
}
