import type { Instant } from "@cartulary/kernel";
import { type Cents, negated } from "@cartulary/ledger";
import type { Mandataire } from "../mandataire.ts";
import type { Owner } from "../people/owner.ts";
import { addressLines, euros, frenchDay, letterSource } from "../printing/letter.ts";
import type { OwnerStatement, StatementLine } from "./owner-statement.ts";
import { STATEMENT_TEMPLATE } from "./statement-template.ts";

/** A statement with who sends it, and where to. */
export interface StatementLetter {
  readonly statement: OwnerStatement;
  readonly lines: readonly StatementLine[];
  readonly agency: Pick<Mandataire, "name" | "address">;
  readonly owner: Pick<Owner, "accountingCode" | "address">;
  readonly issuedAt: Instant;
}

/** A statement as the compiler's source. */
export function statementSource({ statement, lines, ...letter }: StatementLetter): string {
  const { openingBalanceCents, totalDebitCents, totalCreditCents, closingBalanceCents } = statement;
  const shown = {
    agency: letter.agency.name,
    agencyAddress: addressLines(letter.agency.address),
    onBehalf: "",
    recipient: statement.ownerName,
    address: addressLines(letter.owner.address),
    title: "Compte rendu de gestion",
    reference: letter.owner.accountingCode,
    isCancelled: false,
    issuedOn: frenchDay(letter.issuedAt),
    period: periodOf(statement),
    sums: [
      { name: "Solde précédent", amount: euros(openingBalanceCents) },
      { name: "Crédits", amount: euros(totalCreditCents) },
      { name: "Débits", amount: euros(totalDebitCents) },
      { name: "Solde", amount: euros(closingBalanceCents) },
    ],
    lines: lines.map(shownLine),
    debit: euros(totalDebitCents),
    credit: euros(totalCreditCents),
    closing: euros(closingBalanceCents),
    isOwed: closingBalanceCents < 0,
    owed: euros(negated(closingBalanceCents)),
  };
  return letterSource(shown, STATEMENT_TEMPLATE);
}

/** One side of a line is empty. */
const shownLine = ({ date, reference, label, debitCents, creditCents, balanceCents }: StatementLine) => ({
  date: frenchDay(date),
  reference,
  label,
  debit: sideOf(debitCents),
  credit: sideOf(creditCents),
  balance: euros(balanceCents),
});

const sideOf = (amount: Cents): string => (amount === 0 ? "" : euros(amount));

function periodOf({ from, to }: OwnerStatement): string {
  if (from === null) return to === null ? "depuis l’origine" : `jusqu’au ${frenchDay(to)}`;
  return to === null ? `depuis le ${frenchDay(from)}` : `${frenchDay(from)} – ${frenchDay(to)}`;
}
