import { type Cents, dayInParis, minus, negate, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { dayInWords, euros, fileNamePart } from "../../agency/printing/letter-texts.ts";
import { headValues, type Sender, senderFields } from "../../agency/printing/sender.ts";
import type { SecurityDepositView } from "../../billing/deposits/deposit-view.ts";
import { isUnderLawOf1989, type Premises, premisesLines, tenantsAt } from "../../property/leases/let-premises.ts";

/** The content of a deposit's statement. */
export interface DepositStatement {
  readonly deposit: SecurityDepositView;
  /** The rent and charges that the deposit paid at its return. */
  readonly arrearsCents: Cents;
  /** What went back to the tenant, with other credit; `null` before the return. */
  readonly returnedCents: Cents | null;
  readonly agency: Sender;
  /** The owners on the last day of the lease, or the present ones, for whom the agency writes. */
  readonly owners: readonly string[];
  /** All tenants of the lease, the one of the deposit first. */
  readonly tenants: readonly string[];
  readonly tenantAddress: string | null;
  readonly premises: readonly Premises[];
}

/** Returns the letter of a deposit's statement. */
export function depositStatementLetter(mandataireId: MandataireId, statement: DepositStatement): Letter {
  const { deposit, agency, owners: principals, tenants, tenantAddress, premises } = statement;
  const { leaseReference: reference, updatedAt, returnedAt, returnedOn, returnDueOn } = deposit;
  // The statement of a return keeps its day when the lease changes later.
  const createdAt = returnedAt ?? updatedAt;
  const title = returnedOn === null ? "Dépôt de garantie" : "Restitution du dépôt de garantie";
  const addressee = tenantsAt(tenants, tenantAddress, premises);
  return {
    ...{ templateKey: "deposit_statement", mandataireId, createdAt },
    fileName: `depot-de-garantie-${fileNamePart(reference)}.pdf`,
    values: {
      ...headValues(agency, { addressee, title, reference, principals, issuedOn: dayInParis(createdAt) }),
      premises: premisesLines(premises),
      lines: linesOf(statement).map(({ label, amountCents }) => ({ label, amount: euros(amountCents) })),
      rest: statement.returnedCents === null ? "" : euros(statement.returnedCents),
      lease: reference,
      has_deductions: deposit.deductions.length > 0,
      keeper: deposit.heldBy === "agency" ? "l’agence" : "le propriétaire",
      due: returnDueOn === null ? "" : dayInWords(returnDueOn),
      returned: returnedOn === null ? "" : dayInWords(returnedOn),
      late: deposit.lateMonths === 0 ? "" : euros(deposit.lateAmountCents),
      deposit_law: isUnderLawOf1989(premises),
    },
    ...senderFields(agency),
  };
}

function linesOf({ deposit, arrearsCents, returnedCents }: DepositStatement) {
  const { amountCents, receivedCents, deductions } = deposit;
  const taken = [
    ...(arrearsCents === 0 ? [] : [{ label: "Loyers et charges impayés", amountCents: negate(arrearsCents) }]),
    ...deductions.map((deduction) => ({ ...deduction, amountCents: negate(deduction.amountCents) })),
  ];
  const rest = sum([receivedCents, ...taken.map((each) => each.amountCents)]);
  const credit = returnedCents === null ? ZERO : minus(returnedCents, rest);
  return [
    { label: "Dépôt de garantie prévu au bail", amountCents },
    { label: "Dépôt de garantie reçu", amountCents: receivedCents },
    ...taken,
    ...(credit > 0 ? [{ label: "Autres sommes en votre faveur", amountCents: credit }] : []),
  ];
}
