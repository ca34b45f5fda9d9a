import type { Id } from "@cartulary/kernel";
import { type Cents, type NewLine, negated, sum } from "@cartulary/ledger";
import type { OwnerCategory } from "../billing/owner-lines.ts";
import { ACCOUNTS } from "../chart.ts";
import type { MandateId } from "../mandates/mandate.ts";
import { type BookedEntry, type Booking, bookedBy, codeOf, credited, debited, labelOf, vatLabel } from "./accounts.ts";
import type { AccountLine } from "./called-line.ts";

/** What is to be paid out to an owner under one mandate. */
export interface PlannedPayout {
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  /** Above zero. */
  readonly amountCents: Cents;
}

/**
 * What the agency takes of one owner: one entry, mandate by mandate in the order of their ids, the fee first; none where it
 * takes nothing (rental.md 3.2, 3.5).
 */
export function feeEntries(
  ownerId: Id<"OwnerActor">,
  lines: readonly AccountLine[],
  booking: Booking,
): readonly BookedEntry[] {
  const mandates = [...Map.groupBy(lines, ({ mandateId }) => mandateId ?? "").entries()];
  const taken = mandates
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => [
      ...managementFee(ownerId, own, booking),
      ...own.filter(isOf("service_fee")).flatMap((line) => serviceFee(ownerId, line, booking)),
      ...own.filter(isOf("gli_premium")).flatMap((line) => premium(ownerId, line, booking)),
    ]);
  if (taken.length === 0) return [];
  const documentReference = `${booking.runReference}-${codeOf(booking, ownerId)}`;
  const description = labelOf("Honoraires", documentReference);
  return [bookedBy(booking, { journal: "PROPRIO", documentReference, description, lines: taken })];
}

function managementFee(ownerId: Id<"OwnerActor">, lines: readonly AccountLine[], booking: Booking): readonly NewLine[] {
  const total = (category: OwnerCategory, amount: "amountHt" | "vatAmount") =>
    negated(sum(lines.filter(isOf(category)).map((line) => line[amount])));
  return feeLines({
    owner: codeOf(booking, ownerId),
    accountCode: ACCOUNTS.managementFees,
    label: "Honoraires de gestion",
    htCents: total("management_fee", "amountHt"),
    vatCents: total("management_fee_vat", "vatAmount"),
  });
}

const serviceFee = (
  ownerId: Id<"OwnerActor">,
  { label, amountHt, vatAmount }: AccountLine,
  booking: Booking,
): readonly NewLine[] =>
  feeLines({
    owner: codeOf(booking, ownerId),
    accountCode: ACCOUNTS.otherFees,
    label: labelOf(label),
    htCents: negated(amountHt),
    vatCents: negated(vatAmount),
  });

/** What an insurer is owed, and the owner bears. */
function premium(
  ownerId: Id<"OwnerActor">,
  { label, insurerName, amountHt, vatAmount }: AccountLine,
  booking: Booking,
): readonly NewLine[] {
  const amount = negated(sum([amountHt, vatAmount]));
  const written = { label: labelOf(label) };
  return [
    ...debited({ ...written, accountCode: ACCOUNTS.owners, auxiliaryCode: codeOf(booking, ownerId) }, amount),
    ...credited(
      { ...written, accountCode: ACCOUNTS.suppliers, auxiliaryCode: booking.insurerCode(insurerName) },
      amount,
    ),
  ];
}

/** A fee of the agency's: what the owner bears, VAT included. */
interface Fee {
  readonly owner: string;
  readonly accountCode: string;
  readonly label: string;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

const feeLines = ({ owner, accountCode, label, htCents, vatCents }: Fee): readonly NewLine[] => [
  ...debited({ accountCode: ACCOUNTS.owners, auxiliaryCode: owner, label }, sum([htCents, vatCents])),
  ...credited({ accountCode, label }, htCents),
  ...credited({ accountCode: ACCOUNTS.feesVat, label: vatLabel(label) }, vatCents),
];

/** What is paid out: by owner and mandate. */
export function payoutsOf(lines: readonly AccountLine[]): readonly PlannedPayout[] {
  return lines
    .filter(isOf("payout"))
    .filter(({ amountHt }) => amountHt > 0)
    .map(({ ownerId, mandateId, amountHt: amountCents }) => ({ ownerId, mandateId, amountCents }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The order of a payout: it leaves what the owner can have, and waits for the bank. */
export function payoutEntry(reference: string, { ownerId, amountCents }: PlannedPayout, booking: Booking): BookedEntry {
  const label = `Reversement ${reference}`;
  const owner = { auxiliaryCode: codeOf(booking, ownerId), label };
  return bookedBy(booking, {
    journal: "PROPRIO",
    documentReference: reference,
    description: label,
    lines: [
      ...debited({ ...owner, accountCode: ACCOUNTS.owners }, amountCents),
      ...credited({ ...owner, accountCode: ACCOUNTS.ordered }, amountCents),
    ],
  });
}

const isOf =
  (category: OwnerCategory) =>
  ({ billingCategory }: AccountLine): boolean =>
    billingCategory === category;

const keyOf = ({ ownerId, mandateId }: PlannedPayout): string => `${ownerId} ${mandateId ?? ""}`;
