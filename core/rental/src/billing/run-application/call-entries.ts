import { type Cents, minus, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { traitsOf } from "../computation/tenant-category.ts";
import {
  creditLine,
  debitLine,
  type EntryHeader,
  entryHeaderOf,
  labelOf,
  requireAccountCode,
  UNKNOWN_TENANT,
  type UnnumberedEntry,
  vatLabel,
} from "./entry-lines.ts";
import type { OwnerPartOfLine, RentCallLine } from "./lines-to-book.ts";

/** A called line with its owners' parts, by owner id. */
export interface OwnedLine extends RentCallLine {
  readonly parts: readonly OwnerPartOfLine[];
}

/**
 * Returns the entries of one rent call: per lease, by reference, one for the rent and one for the rest, if they have
 * lines (rental.md 2.7, 3.5). Each line debits the tenant in full, and credits each owner with the part without VAT,
 * then with its VAT. Lines are never merged.
 */
export function callEntries(
  reference: string,
  lines: readonly OwnedLine[],
  entryHeader: EntryHeader,
): readonly UnnumberedEntry[] {
  return [...Map.groupBy(lines, ({ leaseId }) => leaseId).values()]
    .toSorted(([one], [other]) => ((one?.leaseReference ?? "") < (other?.leaseReference ?? "") ? -1 : 1))
    .flatMap((own) => [
      ...JOURNALS.flatMap((journal) =>
        entryOf(
          journal,
          reference,
          own.filter((line) => traitsOf(line.billingCategory).journal === journal),
          entryHeader,
        ),
      ),
    ]);
}

/** The journals of a run's calls, in the order of their entries. */
const JOURNALS = ["LOYERS", "CHARGES"] as const;

function entryOf(
  journal: "LOYERS" | "CHARGES",
  documentReference: string,
  called: readonly OwnedLine[],
  entryHeader: EntryHeader,
): readonly UnnumberedEntry[] {
  const lines = called.flatMap((line) => bookedLines(line, entryHeader));
  if (lines.length === 0) return [];
  const starts = called.map(({ periodStart }) => periodStart).sort();
  const ends = called.map(({ periodEnd }) => periodEnd).sort();
  const entry = entryHeaderOf(entryHeader, {
    journal,
    documentReference,
    description: `Appel ${documentReference}`,
    lines,
  });
  return [{ ...entry, periodStart: starts[0] ?? null, periodEnd: ends.at(-1) ?? null }];
}

/** Returns the part of a deposit that the agency keeps; 0 for other lines. */
export function agencyDepositCents({ billingCategory, amountHt, suspenseHt, parts }: OwnedLine): Cents {
  if (billingCategory !== "deposit") return ZERO;
  return minus(amountHt, sum([suspenseHt, ...parts.map(({ htCents }) => htCents)]));
}

/** Returns the credit lines of a fee that the tenant pays to the agency (effects.md 2.1). */
const feeLines = ({ billingCategory, amountHt, vatAmount }: OwnedLine, label: string): readonly NewLine[] =>
  billingCategory === "tenant_fee"
    ? [
        ...creditLine({ accountCode: ACCOUNTS.otherFees, label }, amountHt),
        ...creditLine({ accountCode: ACCOUNTS.feesVat, label: vatLabel(label) }, vatAmount),
      ]
    : [];

/** Returns the lines of an entry that book a called line. Reads no other field of `entryHeader` but the codes. */
export function bookedLines(line: OwnedLine, entryHeader: Pick<EntryHeader, "codes">): readonly NewLine[] {
  const label = labelOf(line.label, line.unitIdentifier);
  const tenant = line.tenantId === null ? UNKNOWN_TENANT : requireAccountCode(entryHeader, line.tenantId);
  const suspense = { accountCode: ACCOUNTS.suspense, label };
  return [
    ...debitLine({ accountCode: ACCOUNTS.tenants, auxiliaryCode: tenant, label }, sum([line.amountHt, line.vatAmount])),
    ...line.parts.flatMap(({ ownerId, isAccrual, htCents, vatCents }) => {
      const accountCode = isAccrual ? ACCOUNTS.owners : ACCOUNTS.called;
      const owner = { accountCode, auxiliaryCode: requireAccountCode(entryHeader, ownerId), label };
      return [...creditLine(owner, htCents), ...creditLine({ ...owner, label: vatLabel(label) }, vatCents)];
    }),
    ...feeLines(line, label),
    ...creditLine({ accountCode: ACCOUNTS.deposits, auxiliaryCode: tenant, label }, agencyDepositCents(line)),
    ...creditLine(suspense, line.suspenseHt),
    ...creditLine({ ...suspense, label: vatLabel(label) }, line.suspenseVat),
  ];
}
