import type { Id } from "@cartulary/kernel";
import { type Cents, type NewLine, negate, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import { inOrderOf } from "../computation/filling-order.ts";
import type { OwnerCategory } from "../computation/owner-lines.ts";
import {
  creditLine,
  debitLine,
  type EntryHeader,
  entryHeaderOf,
  labelOf,
  requireAccountCode,
  type UnnumberedEntry,
  vatLabel,
} from "./entry-lines.ts";
import type { OwnerLineToBook } from "./lines-to-book.ts";

/** A payout to an owner under one mandate. */
export interface PlannedPayout {
  readonly ownerId: Id<"OwnerActor">;
  readonly mandateId: MandateId | null;
  /** Positive. */
  readonly amountCents: Cents;
}

/** Returns the entries of the owners' charges, one for each owner, by id. */
export const feeEntries = (lines: readonly OwnerLineToBook[], entryHeader: EntryHeader): readonly UnnumberedEntry[] =>
  [...Map.groupBy(lines, ({ ownerId }) => ownerId)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([ownerId, own]) => feeEntry(ownerId, own, entryHeader));

/**
 * Returns the entry of an owner's charges, by mandate id, the management fee first (rental.md 3.2, 3.5), then services and
 * premiums by label: ids of lines differ between equal runs.
 */
function feeEntry(
  ownerId: Id<"OwnerActor">,
  lines: readonly OwnerLineToBook[],
  entryHeader: EntryHeader,
): readonly UnnumberedEntry[] {
  const mandates = [...Map.groupBy(lines, ({ mandateId }) => mandateId ?? "").entries()];
  const charges = mandates
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => [
      ...managementFee(ownerId, own, entryHeader),
      ...inOrderOf(own.filter(isOf("service_fee")), orderKeyOf).flatMap((line) =>
        serviceFee(ownerId, line, entryHeader),
      ),
      ...inOrderOf(own.filter(isOf("gli_premium")), orderKeyOf).flatMap((line) => premium(ownerId, line, entryHeader)),
    ]);
  if (charges.length === 0) return [];
  const documentReference = `${entryHeader.runReference}-${requireAccountCode(entryHeader, ownerId)}`;
  const description = labelOf("Honoraires", documentReference);
  return [entryHeaderOf(entryHeader, { journal: "PROPRIO", documentReference, description, lines: charges })];
}

const orderKeyOf = ({ label, insurerName, amountHt, vatAmount }: OwnerLineToBook): string =>
  [label, insurerName, amountHt, vatAmount].join("\u0000");

function managementFee(
  ownerId: Id<"OwnerActor">,
  lines: readonly OwnerLineToBook[],
  entryHeader: EntryHeader,
): readonly NewLine[] {
  const total = (category: OwnerCategory, amount: "amountHt" | "vatAmount") =>
    negate(sum(lines.filter(isOf(category)).map((line) => line[amount])));
  return feeLines({
    owner: requireAccountCode(entryHeader, ownerId),
    accountCode: ACCOUNTS.managementFees,
    label: "Honoraires de gestion",
    htCents: total("management_fee", "amountHt"),
    vatCents: total("management_fee_vat", "vatAmount"),
  });
}

const serviceFee = (
  ownerId: Id<"OwnerActor">,
  { label, amountHt, vatAmount }: OwnerLineToBook,
  entryHeader: EntryHeader,
): readonly NewLine[] =>
  feeLines({
    owner: requireAccountCode(entryHeader, ownerId),
    accountCode: ACCOUNTS.otherFees,
    label: labelOf(label),
    htCents: negate(amountHt),
    vatCents: negate(vatAmount),
  });

/** Returns the lines of a premium: the owner bears it, the insurer is credited. */
function premium(
  ownerId: Id<"OwnerActor">,
  { label, insurerName, amountHt, vatAmount }: OwnerLineToBook,
  entryHeader: EntryHeader,
): readonly NewLine[] {
  const amount = negate(sum([amountHt, vatAmount]));
  const line = { label: labelOf(label) };
  return [
    ...debitLine(
      { ...line, accountCode: ACCOUNTS.owners, auxiliaryCode: requireAccountCode(entryHeader, ownerId) },
      amount,
    ),
    ...creditLine(
      { ...line, accountCode: ACCOUNTS.suppliers, auxiliaryCode: entryHeader.insurerCode(insurerName) },
      amount,
    ),
  ];
}

/** A fee of the agency. The owner bears it, VAT included. */
interface Fee {
  readonly owner: string;
  readonly accountCode: string;
  readonly label: string;
  readonly htCents: Cents;
  readonly vatCents: Cents;
}

const feeLines = ({ owner, accountCode, label, htCents, vatCents }: Fee): readonly NewLine[] => [
  ...debitLine({ accountCode: ACCOUNTS.owners, auxiliaryCode: owner, label }, sum([htCents, vatCents])),
  ...creditLine({ accountCode, label }, htCents),
  ...creditLine({ accountCode: ACCOUNTS.feesVat, label: vatLabel(label) }, vatCents),
];

/** Returns the payouts, by owner and mandate. */
export function payoutsOf(lines: readonly OwnerLineToBook[]): readonly PlannedPayout[] {
  return lines
    .filter(isOf("payout"))
    .filter(({ amountHt }) => amountHt > 0)
    .map(({ ownerId, mandateId, amountHt: amountCents }) => ({ ownerId, mandateId, amountCents }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Returns the entry of a payout order, from the owner's available account to the one awaiting the bank. */
export function payoutEntry(
  reference: string,
  { ownerId, amountCents }: PlannedPayout,
  entryHeader: EntryHeader,
): UnnumberedEntry {
  const label = `Reversement ${reference}`;
  const owner = { auxiliaryCode: requireAccountCode(entryHeader, ownerId), label };
  return entryHeaderOf(entryHeader, {
    journal: "PROPRIO",
    documentReference: reference,
    description: label,
    lines: [
      ...debitLine({ ...owner, accountCode: ACCOUNTS.owners }, amountCents),
      ...creditLine({ ...owner, accountCode: ACCOUNTS.ordered }, amountCents),
    ],
  });
}

const isOf =
  (category: OwnerCategory) =>
  ({ billingCategory }: OwnerLineToBook): boolean =>
    billingCategory === category;

const keyOf = ({ ownerId, mandateId }: PlannedPayout): string => `${ownerId} ${mandateId ?? ""}`;
