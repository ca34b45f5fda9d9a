import type { Decimal } from "@cartulary/kernel";
import { type Cents, minus, type NewLine, rational, round } from "@cartulary/ledger";
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
 * owner's mandate says so (effects.md 6). Each deduction is divided separately; a missing share goes into suspense.
 */
export function deductionLines(
  deductions: DepositReturn["deductions"],
  owners: readonly KeepingOwner[],
  codes: ReadonlyMap<OwnerId, string>,
): readonly NewLine[] {
  return deductions.flatMap(({ label: words, amountCents }) => {
    const label = labelOf(words);
    const { amountsCents, suspenseCents } = divideBetweenOwners(amountCents, owners);
    return [
      ...owners.flatMap((owner, index) => {
        const amount = amountsCents[index] as Cents;
        if (owner.isForAgency) return feeLines(amount, owner.vatRateOnFees, label);
        const auxiliaryCode = codes.get(owner.ownerId) ?? null;
        return creditLine({ accountCode: ACCOUNTS.owners, auxiliaryCode, label }, amount);
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
