import type { NewLine } from "@cartulary/ledger";
import { sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../chart.ts";
import {
  type BookedEntry,
  type Booking,
  bookedBy,
  codeOf,
  credited,
  debited,
  labelOf,
  UNKNOWN_TENANT,
  vatLabel,
} from "./accounts.ts";
import type { CalledLine, CalledPart } from "./called-line.ts";

/** A called line, with whose it is by the owners' ids. */
export interface OwnedLine extends CalledLine {
  readonly parts: readonly CalledPart[];
}

/**
 * The entries of one rent call: of each of its leases, by reference, one of the rent and one of the rest; none without a
 * line (rental.md 2.7, 3.5). Of each line the tenant is debited with all of it; each owner is credited with his part
 * without VAT, then with the VAT on it. Lines are never merged.
 */
export function callEntries(reference: string, lines: readonly OwnedLine[], booking: Booking): readonly BookedEntry[] {
  return [...Map.groupBy(lines, ({ leaseId }) => leaseId).values()]
    .toSorted(([one], [other]) => ((one?.leaseReference ?? "") < (other?.leaseReference ?? "") ? -1 : 1))
    .flatMap((own) => [
      ...entryOf("LOYERS", reference, own.filter(isRent), booking),
      ...entryOf(
        "CHARGES",
        reference,
        own.filter((line) => !isRent(line)),
        booking,
      ),
    ]);
}

const isRent = ({ billingCategory }: CalledLine): boolean => billingCategory === "rent";

function entryOf(
  journal: "LOYERS" | "CHARGES",
  documentReference: string,
  called: readonly OwnedLine[],
  booking: Booking,
): readonly BookedEntry[] {
  const lines = called.flatMap((line) => linesOf(line, booking));
  if (lines.length === 0) return [];
  const starts = called.map(({ periodStart }) => periodStart).sort();
  const ends = called.map(({ periodEnd }) => periodEnd).sort();
  const entry = bookedBy(booking, { journal, documentReference, description: `Appel ${documentReference}`, lines });
  return [{ ...entry, periodStart: starts[0] ?? null, periodEnd: ends.at(-1) ?? null }];
}

function linesOf(line: OwnedLine, booking: Booking): readonly NewLine[] {
  const label = labelOf(line.label, line.unitIdentifier);
  const tenant = line.tenantId === null ? UNKNOWN_TENANT : codeOf(booking, line.tenantId);
  const suspense = { accountCode: ACCOUNTS.suspense, label };
  return [
    ...debited({ accountCode: ACCOUNTS.tenants, auxiliaryCode: tenant, label }, sum([line.amountHt, line.vatAmount])),
    ...line.parts.flatMap(({ ownerId, isAccrual, htCents, vatCents }) => {
      const accountCode = isAccrual ? ACCOUNTS.owners : ACCOUNTS.called;
      const owner = { accountCode, auxiliaryCode: codeOf(booking, ownerId), label };
      return [...credited(owner, htCents), ...credited({ ...owner, label: vatLabel(label) }, vatCents)];
    }),
    ...credited(suspense, line.suspenseHt),
    ...credited({ ...suspense, label: vatLabel(label) }, line.suspenseVat),
  ];
}
