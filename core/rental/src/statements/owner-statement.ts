import type { Day } from "@cartulary/kernel";
import { type AccountStatement, type Cents, minus, negated, type PlacedLine, sum } from "@cartulary/ledger";
import type { Owner, OwnerId } from "../people/owner.ts";

/** Which owner's account, and from which day to which; `null`: since the first entry, or to the last one. */
export interface StatementQuery {
  readonly ownerId: OwnerId;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** One movement, and what the owner has after it. */
export interface StatementLine extends Pick<PlacedLine, "date" | "journal" | "reference" | "label"> {
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly balanceCents: Cents;
}

/**
 * What became of an owner's money (compte rendu de gestion): his account 467000. Balances are what he has, so they are
 * credits less debits; below zero he owes it.
 */
export interface OwnerStatement extends StatementQuery {
  readonly ownerName: string;
  readonly openingBalanceCents: Cents;
  readonly totalDebitCents: Cents;
  readonly totalCreditCents: Cents;
  readonly closingBalanceCents: Cents;
}

/** What an account comes to, as its owner is told. */
export function ownerStatement(
  { displayName }: Pick<Owner, "displayName">,
  query: StatementQuery,
  { openingBalanceCents, debitCents, creditCents, closingBalanceCents }: AccountStatement,
): OwnerStatement {
  return {
    ...query,
    ownerName: displayName,
    openingBalanceCents: negated(openingBalanceCents),
    totalDebitCents: debitCents,
    totalCreditCents: creditCents,
    closingBalanceCents: negated(closingBalanceCents),
  };
}

/** Lines that follow what the owner had, each with what he has then. */
export function statementLines(before: Cents, lines: readonly PlacedLine[]): readonly StatementLine[] {
  let balanceCents = before;
  return lines.map(({ date, journal, reference, label, debitCents, creditCents }) => {
    balanceCents = sum([balanceCents, minus(creditCents, debitCents)]);
    return { date, journal, reference, label, debitCents, creditCents, balanceCents };
  });
}
