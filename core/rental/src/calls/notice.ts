import { type Cents, minus, sum } from "@cartulary/ledger";
import type { Mandataire } from "../mandataire.ts";
import { addressLines, euros, frenchDay, type Letterhead, letterSource } from "../printing/letter.ts";
import { NOTICE_TEMPLATE } from "./notice-template.ts";
import type { RentCallView } from "./rent-call.ts";

/** A rent call with what is written of it: its notice (avis d'échéance), and its receipt. */
export interface CallLetter {
  readonly call: RentCallView;
  readonly lines: readonly LetterLine[];
  /** Who manages, and sends it. */
  readonly agency: Pick<Mandataire, "name" | "address" | "iban" | "bic">;
  /** For whom: the owners of what is let. */
  readonly owners: readonly string[];
  readonly tenantAddress: string | null;
}

/** One line of it. */
interface LetterLine {
  readonly label: string;
  readonly billingCategory: string;
  readonly propertyName: string | null;
  readonly unitIdentifier: string | null;
  readonly leaseReference: string | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
}

/** A notice as the compiler's source. */
export function noticeSource(letter: CallLetter): string {
  return letterSource(shownOf(letter), NOTICE_TEMPLATE);
}

/** Who writes to whom, and which call it is about. */
export const letterheadOf = ({
  call,
  agency,
  owners,
  tenantAddress,
}: CallLetter): Omit<Letterhead, "title"> & {
  readonly lease: string;
  readonly period: string;
} => ({
  agency: agency.name,
  agencyAddress: addressLines(agency.address),
  onBehalf: owners.join(", "),
  recipient: call.tenantName ?? "Locataire inconnu",
  address: addressLines(tenantAddress),
  reference: call.reference,
  isCancelled: call.status === "cancelled",
  lease: call.leaseReference ?? "plusieurs baux",
  period: `${frenchDay(call.periodStart)} – ${frenchDay(call.periodEnd)}`,
});

/** Everything as it is printed: French, amounts with two places. */
function shownOf(letter: CallLetter) {
  const { call, lines, agency } = letter;
  const hasVat = lines.some(({ vatAmount }) => vatAmount !== 0);
  return {
    ...letterheadOf(letter),
    title: call.kind === "credit_note" ? "Avoir" : "Avis d’échéance",
    isCreditNote: call.kind === "credit_note",
    iban: (agency.iban ?? "").replace(/(.{4})(?=.)/g, "$1\u00a0"),
    bic: agency.bic ?? "",
    issuedOn: frenchDay(call.createdAt),
    dueDate: frenchDay(call.dueDate),
    hasVat,
    lines: lines.map(({ label, unitIdentifier, amountHt, vatAmount }) => ({
      label,
      unit: unitIdentifier ?? "",
      ht: euros(amountHt),
      vat: euros(vatAmount),
      total: euros(sum([amountHt, vatAmount])),
    })),
    ht: euros(sum(lines.map(({ amountHt }) => amountHt))),
    vat: euros(sum(lines.map(({ vatAmount }) => vatAmount))),
    total: euros(call.totalAmountCents),
    paid: call.paidAmountCents === 0 ? "" : euros(call.paidAmountCents),
    remaining: euros(
      call.paidAmountCents === 0 ? call.totalAmountCents : minus(call.totalAmountCents, call.paidAmountCents),
    ),
  };
}
