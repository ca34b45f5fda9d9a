import { type Cents, sum } from "@cartulary/ledger";
import type { OwnerInvoiceRow } from "./owner-activity.ts";

/** A line of the declaration of rents, form 2044. */
export interface TaxLine {
  readonly line: string;
  readonly label: string;
  readonly cents: Cents;
}

/** The lines of form 2044 of the charges, by their nature. */
const LINES = [
  { line: "221", label: "Frais d’administration et de gestion", natures: ["management"] },
  { line: "223", label: "Primes d’assurance", natures: ["insurance"] },
  { line: "224", label: "Dépenses de réparation, d’entretien et d’amélioration", natures: ["repairs"] },
  { line: "227", label: "Taxes foncières et taxes annexes", natures: ["taxes"] },
  { line: "229", label: "Provisions pour charges de copropriété", natures: ["co_ownership_provisions"] },
] as const;

/** The amounts of a year, one by one. */
interface YearAmounts {
  /** Rents received, without charges and VAT. */
  readonly rentsCents: readonly Cents[];
  /** Fees of the agency, with VAT. */
  readonly feesCents: readonly Cents[];
  readonly premiumsCents: readonly Cents[];
  readonly invoices: readonly OwnerInvoiceRow[];
}

/** Returns a year's amounts by line of form 2044, as help and not as advice: 211 is rent received without charges. */
export function taxHelp({ rentsCents, feesCents, premiumsCents, invoices }: YearAmounts): readonly TaxLine[] {
  const own: Readonly<Record<string, readonly Cents[]>> = { "221": feesCents, "223": premiumsCents };
  const of = (natures: readonly (string | null)[]) =>
    invoices.filter(({ chargeNature }) => natures.includes(chargeNature)).map(({ amountCents }) => amountCents);
  return [
    { line: "211", label: "Loyers bruts encaissés", cents: sum(rentsCents) },
    ...LINES.map(({ line, label, natures }) => ({ line, label, cents: sum([...(own[line] ?? []), ...of(natures)]) })),
  ];
}
