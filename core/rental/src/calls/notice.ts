import { type Cents, minus, sum } from "@cartulary/ledger";
import { addressLines, euros, frenchDay, letterSource } from "../printing/letter.ts";
import { NOTICE_TEMPLATE } from "./notice-template.ts";
import type { RentCallView } from "./rent-call.ts";

/** What a notice shows (avis d'échéance). */
export interface Notice {
  readonly call: RentCallView;
  readonly lines: readonly NoticeLine[];
  /** Who manages, and sends it. */
  readonly agency: string;
  /** For whom: the owners of what is let. */
  readonly owners: readonly string[];
  readonly tenantAddress: string | null;
}

/** One line of it. */
interface NoticeLine {
  readonly label: string;
  readonly unitIdentifier: string | null;
  readonly leaseReference: string | null;
  readonly amountHt: Cents;
  readonly vatAmount: Cents;
}

/** A notice as the compiler's source. */
export function noticeSource(notice: Notice): string {
  return letterSource(shownOf(notice), NOTICE_TEMPLATE);
}

/** Everything as it is printed: French, amounts with two places. */
function shownOf({ call, lines, agency, owners, tenantAddress }: Notice) {
  const hasVat = lines.some(({ vatAmount }) => vatAmount !== 0);
  return {
    title: call.kind === "credit_note" ? "Avoir" : "Avis d’échéance",
    isCreditNote: call.kind === "credit_note",
    isCancelled: call.status === "cancelled",
    reference: call.reference,
    agency,
    onBehalf: owners.join(", "),
    recipient: call.tenantName ?? "Locataire inconnu",
    address: addressLines(tenantAddress),
    lease: call.leaseReference ?? "plusieurs baux",
    issuedOn: frenchDay(call.createdAt),
    dueDate: frenchDay(call.dueDate),
    period: `${frenchDay(call.periodStart)} – ${frenchDay(call.periodEnd)}`,
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
