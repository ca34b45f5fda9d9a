import { type Cents, dayInParis, minus, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { dayInWords, euros, fileNamePart } from "../../agency/printing/letter-texts.ts";
import { headValues, missingFields, type Sender } from "../../agency/printing/sender.ts";
import type { SecurityDepositView } from "../../billing/deposits/deposit-view.ts";
import { isUnderLawOf1989, premisesLines, tenantsAt } from "../../billing/rent-calls/call-letter.ts";
import type { Premises } from "../../billing/rent-calls/letter-source.ts";

/** The content of a deposit's statement. */
export interface DepositStatement {
  readonly deposit: SecurityDepositView;
  readonly agency: Sender;
  /** All tenants of the lease, the one of the deposit first. */
  readonly tenants: readonly string[];
  readonly tenantAddress: string | null;
  readonly premises: readonly Premises[];
}

/** Returns the letter of a deposit's statement. */
export function depositStatementLetter(
  mandataireId: MandataireId,
  { deposit, agency, tenants, tenantAddress, premises }: DepositStatement,
): Letter {
  const { leaseReference: reference, updatedAt: createdAt, returnedOn, returnDueOn } = deposit;
  const title = returnedOn === null ? "Dépôt de garantie" : "Restitution du dépôt de garantie";
  const addressee = tenantsAt(tenants, tenantAddress, premises);
  return {
    ...{ templateKey: "deposit_statement", mandataireId, createdAt },
    fileName: `depot-de-garantie-${fileNamePart(reference)}.pdf`,
    values: {
      ...headValues(agency, { addressee, title, reference, principals: [], issuedOn: dayInParis(createdAt) }),
      premises: premisesLines(premises),
      lines: linesOf(deposit).map(({ label, amountCents }) => ({ label, amount: euros(amountCents) })),
      keeper: deposit.heldBy === "agency" ? "l’agence" : "le propriétaire",
      due: returnDueOn === null ? "" : dayInWords(returnDueOn),
      returned: returnedOn === null ? "" : dayInWords(returnedOn),
      late: deposit.lateMonths === 0 ? "" : euros(deposit.lateAmountCents),
      deposit_law: isUnderLawOf1989(premises),
    },
    missing: missingFields(agency),
  };
}

function linesOf({ amountCents, receivedCents, deductions }: SecurityDepositView) {
  const kept = sum(deductions.map((deduction) => deduction.amountCents));
  return [
    { label: "Dépôt de garantie prévu au bail", amountCents },
    { label: "Reçu", amountCents: receivedCents },
    ...deductions.map((deduction) => ({ ...deduction, amountCents: minus(0 as Cents, deduction.amountCents) })),
    ...(deductions.length === 0 ? [] : [{ label: "Total des retenues", amountCents: kept }]),
  ];
}
