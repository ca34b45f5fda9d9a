import { type Decimal, decimalText } from "@cartulary/kernel";
import { type Cents, decimal } from "@cartulary/ledger";
import type { Proration } from "../../property/leases/lease.ts";
import type { BillingPeriod } from "./period.ts";
import { formulaOf, type ProratedAmount, type Tariff } from "./proration.ts";

/** An amount and the values it was computed from. */
export interface ExplanationInput {
  readonly proration: Proration;
  readonly period: BillingPeriod;
  readonly tariff: Tariff;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly vatRate: Decimal | null;
}

/**
 * Returns the calculation of an amount in French: `1250,00 € × 20/31 (jours réels) = 806,45 € HT + TVA 20 % 161,29 €`.
 * Segments of a period are rounded on their running sum, so a cent may move to the next segment.
 */
export function explanationOf({ proration, period, tariff, htCents, vatCents, vatRate }: ExplanationInput): string {
  const parts = formulaOf(proration, period, tariff);
  const formula = parts.map(partText).join(" + ") || euros(htCents);
  const custom = parts.some(({ days, of }) => days !== of) ? ` (${CUSTOM_NAMES[proration]})` : "";
  const reduction = tariff.reductionPercent === 0 ? "" : `, franchise ${percentText(tariff.reductionPercent)}`;
  const vat = vatRate === null ? "" : ` + TVA ${percentText(vatRate)} ${euros(vatCents)}`;
  return `${formula}${custom}${reduction} = ${euros(htCents)} HT${vat}`;
}

const CUSTOM_NAMES: Readonly<Record<Proration, string>> = {
  actual_month: "jours réels",
  thirty_days: "mois de 30 jours",
  year_365: "année de 365 jours",
  full_month: "mois entamé dû",
};

const partText = ({ amountCents, days, of }: ProratedAmount): string =>
  days === of ? euros(amountCents) : `${euros(amountCents)} × ${days}/${of}`;

const euros = (amount: Cents): string => `${decimal(amount, ",")} €`;
const percentText = (percent: Decimal): string => `${decimalText(percent).replace(".", ",")} %`;
