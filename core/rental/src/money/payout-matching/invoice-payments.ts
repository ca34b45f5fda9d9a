import { type Day, type Instant, orNotFound } from "@cartulary/kernel";
import { type Cents, minus, type NewLine, sum, ZERO } from "@cartulary/ledger";
import { ACCOUNTS } from "../../accounting/chart-of-accounts.ts";
import type { PayableInvoice } from "../../billing/charges/ports.ts";
import { keysIn, longestOf, referenceKey } from "../../billing/charges/reference-key.ts";
import type {
  SupplierInvoice,
  SupplierInvoiceId,
  SupplierInvoicePart,
} from "../../billing/charges/supplier-invoice.ts";
import { creditLine, debitLine, labelOf } from "../../billing/run-application/entry-lines.ts";
import type { RentalContactId } from "../../property/people/contact.ts";
import type { OwnerId } from "../../property/people/owner.ts";
import type { MoneyStores } from "../ports.ts";
import type { BankMovement } from "./payout-matching-rules.ts";

/** Open invoices that movements may pay, updated while movements are matched. */
export interface InvoiceCandidates {
  /** Invoices by {@link referenceKey}, paid ones too, the oldest first. */
  readonly named: ReadonlyMap<string, readonly SupplierInvoice[]>;
  /** Open invoices of a movement's amount and counterparty's account, the oldest first. */
  readonly payable: readonly PayableInvoice[];
  readonly parts: ReadonlyMap<SupplierInvoiceId, readonly SupplierInvoicePart[]>;
  /** Each owner's part of the open invoices. */
  readonly openCents: Map<OwnerId, Cents>;
  readonly paid: Set<SupplierInvoiceId>;
  readonly codes: ReadonlyMap<RentalContactId, string>;
}

/** Reads and locks the invoices that movements name or may pay. The number of statements does not grow with them. */
export async function readInvoiceCandidates(
  { supplierInvoices }: MoneyStores,
  movements: readonly BankMovement[],
): Promise<InvoiceCandidates> {
  const keys = new Set(movements.flatMap((movement) => keysIn(textOf(movement)).map(({ key }) => key)));
  const byName = await supplierInvoices.lockNamed([...keys]);
  const transfers = movements.flatMap(({ counterpartyIban: iban, amountCents }) =>
    iban === null ? [] : [{ iban, amountCents }],
  );
  const payable = await supplierInvoices.lockOpenOf(transfers);
  const found = [...byName, ...payable.map(({ invoice }) => invoice)];
  const parts = await supplierInvoices.partsOf([...new Set(found.map(({ id }) => id))]);
  return {
    named: Map.groupBy(byName, ({ reference }) => referenceKey(reference)),
    ...{ payable, parts: Map.groupBy(parts, ({ invoiceId }) => invoiceId), paid: new Set() },
    openCents: new Map(await supplierInvoices.openPartsOf([...new Set(parts.map(({ ownerId }) => ownerId))])),
    codes: await supplierInvoices.providerCodes([...new Set(found.map((each) => each.serviceProviderId))]),
  };
}

/** Returns the owners who bear a part of a candidate. */
export const ownersOfCandidates = ({ parts }: InvoiceCandidates): readonly OwnerId[] => [
  ...new Set([...parts.values()].flatMap((own) => own.map(({ ownerId }) => ownerId))),
];

const textOf = ({ referenceLines, label }: Pick<BankMovement, "referenceLines" | "label">): string =>
  referenceLines?.replaceAll("\n", " ") ?? label ?? "";

/**
 * Returns the invoices that a movement pays: those that its texts name, if they come to exactly its amount, else the
 * oldest of exactly its amount whose provider has the counterparty's account (effects.md 3.1). `unclear` if the named
 * ones are of another amount, or if it would pay the named one for the second time: a name decides before an account.
 */
export function invoicesPaid(
  movement: BankMovement,
  candidates: InvoiceCandidates,
): readonly SupplierInvoice[] | "unclear" | "nothing" {
  const { named, payable, paid } = candidates;
  const isOpen = ({ id, status }: SupplierInvoice) => status === "open" && !paid.has(id);
  const open = (key: string) => (named.get(key) ?? []).filter(isOpen);
  const isPaidAgain = secondPaymentOf(movement, candidates);
  const known = longestOf(
    keysIn(textOf(movement)).filter(({ key }) =>
      named.get(key)?.some((invoice) => isOpen(invoice) || isPaidAgain(invoice)),
    ),
  );
  const keys = known.filter(({ key }) => open(key).length > 0);
  if (known.length > 0) {
    const chosen = [...new Set(keys.map(({ key }) => key))].map((key) => oneOf(open(key), movement, candidates));
    const invoices = chosen.flatMap((invoice) => invoice ?? []);
    const isExact = sum(invoices.map(({ totalCents }) => totalCents)) === movement.amountCents;
    return invoices.length === chosen.length && isExact ? invoices : "unclear";
  }
  const sameAccount = payable.find(
    ({ invoice, iban }) =>
      iban === movement.counterpartyIban && invoice.totalCents === movement.amountCents && !paid.has(invoice.id),
  );
  return sameAccount ? [sameAccount.invoice] : "nothing";
}

/** Returns whether a movement may pay a paid invoice again: one of its counterparty, or of its amount where that is unknown. */
function secondPaymentOf(
  { amountCents, counterpartyIban }: BankMovement,
  { payable }: InvoiceCandidates,
): (invoice: SupplierInvoice) => boolean {
  const ofAccount = payable.filter(({ iban }) => iban === counterpartyIban);
  const providers = new Set(ofAccount.map(({ invoice }) => invoice.serviceProviderId));
  return ({ totalCents, serviceProviderId }) =>
    providers.size === 0 ? totalCents === amountCents : providers.has(serviceProviderId);
}

/** Chooses among invoices of one reference: the only one, else the only one of the amount, else that of the account. */
function oneOf(
  invoices: readonly SupplierInvoice[],
  { amountCents, counterpartyIban }: BankMovement,
  { payable }: InvoiceCandidates,
): SupplierInvoice | null {
  if (invoices.length === 1) return invoices[0] ?? null;
  const sameAmount = invoices.filter(({ totalCents }) => totalCents === amountCents);
  const sameAccount = sameAmount.filter(({ id }) =>
    payable.some(({ invoice, iban }) => invoice.id === id && iban === counterpartyIban),
  );
  const [chosen, ...others] = sameAmount.length === 1 ? sameAmount : sameAccount;
  return others.length === 0 ? (chosen ?? null) : null;
}

/**
 * Takes invoices from their owners' own money, which counts these invoices as spent and other open ones not; returns
 * false, without a change, if it is not enough.
 */
export function payFromOwners(
  invoices: readonly SupplierInvoice[],
  { parts, openCents, paid }: InvoiceCandidates,
  ownMoney: ReadonlyMap<OwnerId, Cents>,
): boolean {
  const own = invoices.flatMap(({ id }) => parts.get(id) ?? []);
  const left = [...Map.groupBy(own, ({ ownerId }) => ownerId)].map(([ownerId, borne]) => {
    const others = minus(openCents.get(ownerId) ?? ZERO, sum(borne.map(({ amountCents }) => amountCents)));
    return { ownerId, others, availableCents: sum([ownMoney.get(ownerId) ?? ZERO, others]) };
  });
  if (left.some(({ availableCents }) => availableCents < 0)) return false;
  for (const { ownerId, others } of left) openCents.set(ownerId, others);
  for (const { id } of invoices) paid.add(id);
  return true;
}

/** Returns the lines on the accounts of the providers. */
export function invoiceLines(
  invoices: readonly SupplierInvoice[],
  codes: InvoiceCandidates["codes"],
  direction: "paid" | "returned",
): readonly NewLine[] {
  return invoices.flatMap(({ serviceProviderId, reference, totalCents }) => {
    const words = direction === "paid" ? "Règlement" : "Retour du règlement";
    const auxiliaryCode = codes.get(serviceProviderId) ?? null;
    const line = { accountCode: ACCOUNTS.suppliers, auxiliaryCode, label: labelOf(words, reference) };
    return direction === "paid" ? debitLine(line, totalCents) : creditLine(line, totalCents);
  });
}

/** Returns the source of the next entry of the first invoice. */
export function sourceOfInvoices([first]: readonly SupplierInvoice[]): {
  readonly sourceType: "SupplierInvoice";
  readonly sourceId: SupplierInvoiceId;
  readonly sourceSeq: number;
} {
  const { id, entriesCount } = orNotFound(first);
  return { sourceType: "SupplierInvoice", sourceId: id, sourceSeq: entriesCount };
}

/** Returns invoices as paid by a movement. The first has one more entry. */
export function paidInvoices(
  invoices: readonly SupplierInvoice[],
  { id, bookedOn }: { readonly id: BankMovement["id"]; readonly bookedOn: Day },
  now: Instant,
): readonly SupplierInvoice[] {
  return withNextEntry(invoices).map((invoice) => ({
    ...invoice,
    ...{ status: "paid", paidOn: bookedOn, bankTransactionId: id, updatedAt: now },
  }));
}

/** Returns invoices as open again, after the bank returned their transfer. */
export function reopenedInvoices(invoices: readonly SupplierInvoice[], now: Instant): readonly SupplierInvoice[] {
  return withNextEntry(invoices).map((invoice) => ({
    ...invoice,
    ...{ status: "open", paidOn: null, bankTransactionId: null, updatedAt: now },
  }));
}

const withNextEntry = (invoices: readonly SupplierInvoice[]): readonly SupplierInvoice[] =>
  invoices.map((invoice, index) => ({ ...invoice, entriesCount: invoice.entriesCount + (index === 0 ? 1 : 0) }));

/** Returns true if a returned amount is all that was paid of these invoices. */
export const isReturnOf = (invoices: readonly SupplierInvoice[], amountCents: Cents): boolean =>
  invoices.length > 0 && sum(invoices.map(({ totalCents }) => totalCents)) === amountCents;
