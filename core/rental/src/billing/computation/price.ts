import type { Day, Decimal } from "@cartulary/kernel";
import { type Cents, cents, requireSafeCents } from "@cartulary/ledger";
import { covers } from "../../agency/time/interval.ts";
import type { BilledLease, Franchise, RentOfTerm } from "./snapshot.ts";
import type { PeriodicCategory } from "./tenant-category.ts";

/** The annual price of a day, and its VAT. */
export interface Price {
  readonly annualCents: Cents;
  readonly vatApplicable: boolean;
  /** Percent. */
  readonly vatRate: Decimal | null;
}

/** Returns the price of one category in a term. */
export function priceOf(term: RentOfTerm, category: PeriodicCategory): Price {
  const { annualAmountCents, chargeProvisionCents, vatRate } = term;
  return category === "rent"
    ? { annualCents: annualAmountCents, vatApplicable: term.vatApplicable, vatRate }
    : {
        annualCents: cents((chargeProvisionCents ?? 0) * 12),
        vatApplicable: term.chargeProvisionVatApplicable,
        vatRate,
      };
}

/** Returns a number of times a service's price. Throws 422 `amount_too_large` beyond the amounts of the ledger. */
export const timesPrice = ({ amountCents }: { readonly amountCents: Cents | null }, times: number): Cents =>
  requireSafeCents(BigInt(amountCents ?? 0) * BigInt(times));

/** Returns the VAT rate of a price in percent; `null` without VAT. */
export const vatRateOf = ({ vatApplicable, vatRate }: Price): Decimal | null => (vatApplicable ? vatRate : null);

/** Returns the largest reduction of a category on a day, in percent. */
export function reductionOn(
  { franchises }: Pick<BilledLease, "franchises">,
  category: PeriodicCategory,
  day: Day,
): Decimal {
  const percents = franchises
    .filter((franchise) => FRANCHISED[category].includes(franchise.scopeType) && covers(franchise, day))
    .map(({ reductionPercent }) => reductionPercent);
  return percents.reduce((most, percent) => Math.max(most, percent), 0) as Decimal;
}

const FRANCHISED: Readonly<Record<PeriodicCategory, readonly Franchise["scopeType"][]>> = {
  rent: ["rent", "all"],
  charge_provision: ["charges", "all"],
};
