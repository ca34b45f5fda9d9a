import { type Decimal, decimalText } from "@cartulary/kernel";
import { type Cents, cents, decimal, negate, sum, ZERO } from "@cartulary/ledger";
import {
  type BilledService,
  LEASE_START,
  type OwnerCategory,
  type OwnerCredit,
  type OwnerLine,
} from "../computation/owner-lines.ts";
import { traitsOf } from "../computation/tenant-category.ts";
import type { OwnerBasis } from "./ports.ts";

/** An owner's account: lines, credits and premiums. */
export interface OwnerAccount extends Pick<OwnerBasis, "owner" | "ownerName" | "premiums"> {
  readonly lines: readonly OwnerLine[];
  readonly credits: readonly OwnerCredit[];
}

/** Returns the calculation of an owner's line in French. */
export function ownerExplanation(line: OwnerLine, account: OwnerAccount): string {
  const { owner, lines } = account;
  const mandate = owner.mandates.find(({ id }) => id === line.mandateId);
  const of = (category: OwnerCategory): Cents =>
    sum(
      lines
        .filter((each) => each.category === category && each.mandateId === line.mandateId)
        .flatMap(({ htCents, vatCents }) => [htCents, vatCents]),
    );
  const amount = sum([line.htCents, line.vatCents]);
  if (line.category === "management_fee")
    return `${percent(mandate?.managementFeeRate ?? null)} × ${euros(of("owner_rent"))} de loyers HT = ${euros(negate(amount))} HT`;
  if (line.category === "management_fee_vat")
    return `${percent(mandate?.vatRateOnFees ?? null)} × ${euros(negate(of("management_fee")))} d'honoraires HT = ${euros(negate(amount))}`;
  if (line.category === "payout") return payoutExplanation(line, lines, amount);
  const service = mandate?.services.find(({ id }) => id === line.serviceId);
  if (service)
    return serviceExplanation(line, service, service.triggerEvent === LEASE_START ? ofFirstCalls(line, account) : of);
  const terms = termsOf(line, account).filter((each) => each !== 0);
  const total = terms.length > 1 ? ` = ${euros(amount)}` : "";
  return `${OWNER_LABELS[line.category]} : ${terms.length > 1 ? addedUp(terms) : euros(amount)}${total}`;
}

/** Returns the sum of a category of owner lines as far as it comes from the first calls of leases. */
function ofFirstCalls({ mandateId }: OwnerLine, { credits }: OwnerAccount): (category: OwnerCategory) => Cents {
  const own = credits.filter((credit) => credit.mandateId === mandateId && credit.isOfFirstCall);
  return (category) =>
    sum(
      category === "owner_vat"
        ? own.map(({ vatCents }) => vatCents)
        : own.filter((each) => traitsOf(each.category).ownerCategory === category).map(({ htCents }) => htCents),
    );
}

/** Returns the amounts that a line sums up: parts of called or collected lines, or premiums. */
function termsOf({ category, mandateId, insurerName }: OwnerLine, { credits, premiums }: OwnerAccount) {
  const own = credits.filter((credit) => credit.mandateId === mandateId);
  const ht = (of: OwnerCategory) =>
    own.filter((each) => traitsOf(each.category).ownerCategory === of).map(({ htCents }) => htCents);
  const terms: Readonly<Partial<Record<OwnerCategory, () => readonly Cents[]>>> = {
    owner_rent: () => ht("owner_rent"),
    owner_charges: () => ht("owner_charges"),
    owner_other: () => ht("owner_other"),
    owner_vat: () => own.map(({ vatCents }) => vatCents),
    gli_premium: () =>
      premiums
        .filter((premium) => premium.mandateId === mandateId && premium.insurerName === insurerName)
        .map(({ amountCents }) => negate(amountCents)),
  };
  return terms[category]?.() ?? [];
}

/** More terms than this are counted instead of listed. */
const TERMS_MAX = 12;

/** `500,00 € + 350,00 € − 20,00 €`. */
function addedUp(terms: readonly Cents[]): string {
  if (terms.length > TERMS_MAX) return `somme de ${terms.length} montants`;
  return terms.map((each, index) => `${index > 0 && each > 0 ? "+ " : ""}${signed(each, index)}`).join(" ");
}

/** Returns `1,5 % × 1100,00 € de loyers et charges TTC = 16,50 € HT + TVA 20 % 3,30 €`. */
function serviceExplanation(
  { htCents, vatCents, chargedFor }: OwnerLine,
  { billingMode, rate, amountCents, calculationBase, vatRate, events = [] }: BilledService,
  of: (category: OwnerCategory) => Cents,
): string {
  const { name, categories } = SERVICE_BASES[calculationBase ?? "rent_excl_tax"];
  const price = euros(cents(amountCents ?? 0));
  const charged = events.filter(({ id }) => chargedFor.includes(id));
  const formulas: Readonly<Record<BilledService["billingMode"], string>> = {
    percentage: `${percent(rate)} × ${euros(sum(categories.map(of)))} de ${name} = `,
    fixed: "",
    per_unit: `${chargedFor.length} lot${chargedFor.length > 1 ? "s" : ""} × ${price} = `,
    per_event: `${charged.reduce((all, { quantity }) => all + quantity, 0)} × ${price} = `,
  };
  const vat = vatCents === 0 ? "" : ` + TVA ${percent(vatRate)} ${euros(negate(vatCents))}`;
  return `${formulas[billingMode]}${euros(negate(htCents))} HT${vat}`;
}

/** The bases of a percentage, with the categories they add up. */
const SERVICE_BASES: Readonly<
  Record<NonNullable<BilledService["calculationBase"]>, { name: string; categories: readonly OwnerCategory[] }>
> = {
  rent_excl_tax: { name: "loyers HT", categories: ["owner_rent"] },
  rent_and_charges_excl_tax: { name: "loyers et charges HT", categories: ["owner_rent", "owner_charges"] },
  total_incl_tax: { name: "loyers et charges TTC", categories: ["owner_rent", "owner_charges", "owner_vat"] },
};

function payoutExplanation(line: OwnerLine, lines: readonly OwnerLine[], amount: Cents): string {
  const terms = lines
    .filter(({ category, mandateId }) => category !== "payout" && mandateId === line.mandateId)
    .map(({ htCents, vatCents }) => sum([htCents, vatCents]))
    .filter((each) => each !== 0);
  return `${addedUp(terms) || euros(ZERO)} ; reversé : ${euros(amount)}`;
}

const signed = (amount: Cents, index: number): string =>
  amount < 0 && index > 0 ? `− ${euros(negate(amount))}` : euros(amount);

const percent = (rate: Decimal | null): string => `${decimalText(rate ?? (0 as Decimal)).replace(".", ",")} %`;
const euros = (amount: Cents): string => `${decimal(amount, ",")} €`;

/** The French labels of an owner's lines. */
export const OWNER_LABELS: Readonly<Record<OwnerCategory, string>> = {
  owner_rent: "Loyers",
  owner_charges: "Provisions sur charges",
  owner_vat: "TVA sur loyers et charges",
  owner_other: "Soldes de reprise et dépôts de garantie",
  management_fee: "Honoraires de gestion",
  management_fee_vat: "TVA sur honoraires de gestion",
  gli_premium: "Assurance loyers impayés",
  service_fee: "Prestation",
  owner_balance: "Solde antérieur",
  payout: "Reversement",
};
