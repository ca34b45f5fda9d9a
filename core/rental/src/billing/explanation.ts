import { type Decimal, decimalText } from "@cartulary/kernel";
import { type Cents, decimal } from "@cartulary/ledger";
import type { Proration } from "../leases/lease.ts";
import type { BillingPeriod } from "./period.ts";
import { formulaOf, type Prorated, type Tariff } from "./proration.ts";

/** An amount, and all that it was computed from. */
export interface Explained {
  readonly proration: Proration;
  readonly period: BillingPeriod;
  readonly tariff: Tariff;
  readonly htCents: Cents;
  readonly vatCents: Cents;
  readonly vatRate: Decimal | null;
}

/**
 * How an amount came about, in French: `1250,00 € × 20/31 (jours réels) = 806,45 € HT + TVA 20 % 161,29 €`. Parts of a
 * period that is cut are rounded on their running sum, so a cent may go to the next one.
 */
export function explanationOf({ proration, period, tariff, htCents, vatCents, vatRate }: Explained): string {
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

const partText = ({ amountCents, days, of }: Prorated): string =>
  days === of ? euros(amountCents) : `${euros(amountCents)} × ${days}/${of}`;

const euros = (amount: Cents): string => `${decimal(amount, ",")} €`;
const percentText = (percent: Decimal): string => `${decimalText(percent).replace(".", ",")} %`;
