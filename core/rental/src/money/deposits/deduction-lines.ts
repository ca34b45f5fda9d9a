import type { Decimal } from "@cartulary/kernel";
import { type Cents, minus, type NewLine, rational, round, sum } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import { divideBetweenOwners, type OwnerShare } from "../../billing/computation/owner-parts.ts";
import { creditLine, labelOf, vatLabel } from "../../billing/run-application/entry-lines.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { DepositReturn } from "./return-input.ts";

/** An owner who gets a part of the deductions from a deposit. */
export interface KeepingOwner extends OwnerShare {
  /** True if the owner's mandate leaves deductions to the agency. */
  readonly isForAgency: boolean;
  /** Percent, of the mandate. */
  readonly vatRateOnFees: Decimal;
}

/**
 * Returns the credit lines of deductions: to the owners by their shares, or as the agency's fees with VAT where the
 * owner's mandate says so (effects.md 6). Each deduction is divided separately; a missing share goes into suspense. The
 * agency's part is one fee for each rate of VAT, so that owners whose mandates do not differ round nothing.
 */
export function deductionLines(
  deductions: DepositReturn["deductions"],
  owners: readonly KeepingOwner[],
  codes: ReadonlyMap<OwnerId, string>,
): readonly NewLine[] {
  return deductions.flatMap(({ label: words, amountCents }) => {
    const label = labelOf(words);
    const { amountsCents, suspenseCents } = divideBetweenOwners(amountCents, owners);
    const parts = owners.map((owner, index) => ({ ...owner, partCents: amountsCents[index] as Cents }));
    const fees = Map.groupBy(
      parts.filter(({ isForAgency }) => isForAgency),
      ({ vatRateOnFees }) => vatRateOnFees,
    );
    return [
      ...parts.flatMap((part) => {
        if (!part.isForAgency) {
          const auxiliaryCode = codes.get(part.ownerId) ?? null;
          return creditLine({ accountCode: ACCOUNTS.owners, auxiliaryCode, label }, part.partCents);
        }
        const [first, ...others] = fees.get(part.vatRateOnFees) ?? [];
        if (first !== part) return [];
        return feeLines(sum([first, ...others].map(({ partCents }) => partCents)), part.vatRateOnFees, label);
      }),
      ...creditLine({ accountCode: ACCOUNTS.suspense, label }, suspenseCents),
    ];
  });
}

/** A hundred percent. */
const WHOLE = 1_000_000;

function feeLines(ttcCents: Cents, rate: Decimal, label: string): readonly NewLine[] {
  const htCents = round(rational(BigInt(ttcCents) * BigInt(WHOLE), WHOLE + rate));
  return [
    ...creditLine({ accountCode: ACCOUNTS.otherFees, label }, htCents),
    ...creditLine({ accountCode: ACCOUNTS.feesVat, label: vatLabel(label) }, minus(ttcCents, htCents)),
  ];
}
