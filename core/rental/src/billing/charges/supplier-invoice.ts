import {
  type CreationOf,
  choice,
  type Day,
  type Decimal,
  day,
  decimal,
  type FieldError,
  type FilterOf,
  type Id,
  id,
  inputErrors,
  integer,
  type Listing,
  listingOf,
  type PatchOf,
  type RecordOf,
  record,
  text,
  withoutNulls,
} from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import {
  amountInCents,
  bookDayError,
  fieldError,
  missingErrors,
  ofMandataire,
  timestamps,
} from "../../agency/field-rules.ts";
import type { OwnerId } from "../../property/people/owner.ts";

export type SupplierInvoiceId = Id<"SupplierInvoice">;

/** Natures of charges; each but `other` has a line of the form 2044. */
export const CHARGE_NATURES = [
  "repairs",
  "insurance",
  "taxes",
  "management",
  "co_ownership_provisions",
  "other",
] as const;
export type ChargeNature = (typeof CHARGE_NATURES)[number];

export const SUPPLIER_INVOICE_STATUSES = ["open", "paid"] as const;

/** The declaration of a supplier's invoice, which the agency pays from the owners' money (effects.md 3.1). */
export const supplierInvoiceRecord = record("supplier invoice", {
  ...ofMandataire,
  id: id("SupplierInvoice", { set: "program", filter: true, description: "Identifier of the invoice" }),
  serviceProviderId: id("RentalContact", { filter: true, description: "Service provider that wrote the invoice" }),
  reference: text({
    filled: true,
    filter: true,
    description: "Number that the provider gave the invoice, once a provider; a transfer that names it pays it",
  }),
  invoiceDate: day({ filter: true, description: "Day of the invoice; the owners of this day bear it" }),
  dueDate: day({ nullable: true, filter: true, description: "Last day on which the invoice should be paid" }),
  propertyId: id("Property", {
    nullable: true,
    filter: true,
    description: "Property whose units bear the invoice; null where a unit alone does",
  }),
  unitId: id("Unit", { nullable: true, filter: true, description: "Unit that bears the invoice alone" }),
  shareKeyId: id("ShareKey", {
    nullable: true,
    filter: true,
    description: "Key of the property that divides the invoice; by area without one, else equally",
  }),
  totalCents: amountInCents({
    signed: true,
    filter: true,
    description: "Amount to pay with VAT, not zero; negative for a credit note",
  }),
  vatCents: amountInCents({ signed: true, filter: true, default: 0 as Cents, description: "VAT within the total" }),
  chargeNature: choice(CHARGE_NATURES, {
    nullable: true,
    filter: true,
    description: "Nature of the charges, by which statements and the help for form 2044 group them",
  }),
  recoverablePercent: decimal({
    places: 4,
    min: 0,
    max: 1_000_000,
    unit: "percent",
    default: 0 as Decimal,
    filter: true,
    description: "Part of the invoice that tenants bear in the statement of charges",
  }),
  label: text({ filled: true, filter: true, description: "Text of the invoice on entries and statements" }),
  documentId: id("Document", {
    nullable: true,
    filter: true,
    description: "Document that holds the invoice; the caller can read it",
  }),
  status: choice(SUPPLIER_INVOICE_STATUSES, {
    set: "program",
    filter: true,
    description: "Whether the invoice is still to be paid",
  }),
  paidOn: day({ nullable: true, set: "program", filter: true, description: "Day on which the bank paid it" }),
  entryId: id("Entry", { set: "program", filter: true, description: "Entry that charges the owners" }),
  entriesCount: integer({ set: "program", default: 1, description: "Entries of the invoice and its payments" }),
  bankTransactionId: id("BankTransaction", {
    nullable: true,
    set: "program",
    filter: true,
    description: "Bank transaction that paid it",
  }),
  ...timestamps,
});

/** A supplier's invoice. */
export type SupplierInvoice = RecordOf<typeof supplierInvoiceRecord>;

/** An owner's part of an invoice; parts without an owner are in suspense and are left out. */
export interface SupplierInvoicePart {
  readonly invoiceId: SupplierInvoiceId;
  readonly ownerId: OwnerId;
  readonly amountCents: Cents;
}

export type SupplierInvoiceField = FilterOf<typeof supplierInvoiceRecord>;

/** The filters and sorts of lists of invoices. */
export const supplierInvoiceListing: Listing<SupplierInvoiceField> = listingOf(
  supplierInvoiceRecord,
  LEDGER_LIST_DIALECT,
  { sort: "createdAt", search: ["reference", "label"] },
);

/** An invoice in inputs; the use case refuses absent fields. */
export type SupplierInvoiceInput = PatchOf<typeof supplierInvoiceRecord>;

/** An invoice in inputs without errors of its own. */
export type ValidSupplierInvoice = CreationOf<typeof supplierInvoiceRecord>;

/** Returns the errors of an invoice that need no lookup. */
export function supplierInvoiceErrors(input: SupplierInvoiceInput): readonly FieldError[] {
  const { propertyId = null, unitId = null, invoiceDate, totalCents, vatCents = 0 } = input;
  return [
    ...missingErrors(supplierInvoiceRecord, input),
    ...inputErrors(supplierInvoiceRecord, input),
    ...withoutNulls(
      propertyId === null && unitId === null ? fieldError("propertyId", "blank", "can't be blank") : null,
      propertyId !== null && unitId !== null
        ? fieldError("unitId", "invalid", "must be absent where property_id is present")
        : null,
      invoiceDate === undefined ? null : dateError(invoiceDate),
      totalCents === 0 ? fieldError("totalCents", "invalid", "must not be zero") : null,
      totalCents === undefined ? null : vatError(totalCents, vatCents as Cents),
    ),
  ];
}

/** The last accepted day: books have four-digit years, and their next year must exist. */
const LATEST_DAY = "9998-12-31";

function dateError(invoiceDate: Day): FieldError | null {
  if (invoiceDate > LATEST_DAY)
    return fieldError("invoiceDate", "less_than_or_equal_to", `must be ${LATEST_DAY} or earlier`);
  return bookDayError("invoiceDate", invoiceDate);
}

/** VAT has the sign of the total and is at most the total. */
function vatError(totalCents: Cents, vatCents: Cents): FieldError | null {
  const [total, vat] = totalCents < 0 ? [-totalCents, -vatCents] : [totalCents, vatCents];
  if (vat < 0) return fieldError("vatCents", "greater_than_or_equal_to", "must have the sign of the total");
  return vat > total ? fieldError("vatCents", "less_than_or_equal_to", `must be ${totalCents} at most`) : null;
}
