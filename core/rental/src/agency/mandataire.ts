import {
  type CreationOf,
  choice,
  type FieldRule,
  type FilterOf,
  type Id,
  id,
  integer,
  type Listing,
  lineError,
  listingOf,
  normalizeLine,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { type BookId, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { agencyIdentity } from "./agency-identity.ts";
import { fieldError, timestamps } from "./field-rules.ts";
import { bicRule, ibanRule } from "./iban.ts";

export type MandataireId = Id<"Mandataire">;

/** Rules for the start of billing periods, the default of mandates and leases (rental.md 2.2). */
export const BILLING_CALENDARS = ["civil", "anniversary"] as const;
export type BillingCalendar = (typeof BILLING_CALENDARS)[number];

/**
 * Moments at which an owner is credited, the default of mandates: at collection or when rent is called (rental.md 2.5).
 */
export const ACCOUNTING_MODES = ["cash", "accrual"] as const;
export type AccountingMode = (typeof ACCOUNTING_MODES)[number];

const sirenRule: FieldRule<string> = {
  bounds: { pattern: "^[0-9]{9}$" },
  errorOf: (field, value) =>
    isSiren(value) ? null : fieldError(field, "invalid", "is not a SIREN: nine digits, the last a check"),
  normalize: (value) => value,
};

/** Code points of an accounting code, which every countable row contains. */
const ACCOUNTING_CODE_MAX = 64;

const accountingCodeRule: FieldRule<string> = {
  bounds: { maxLength: ACCOUNTING_CODE_MAX },
  errorOf: (field, value) => lineError(field, value, { max: ACCOUNTING_CODE_MAX, required: false }),
  normalize: normalizeLine,
};

const cycleMonthRule: FieldRule<number> = {
  bounds: { minimum: 1, maximum: 12 },
  errorOf: (field, month) => {
    if (!Number.isInteger(month)) return fieldError(field, "invalid", "is not a month");
    if (month < 1) return fieldError(field, "greater_than_or_equal_to", "must be at least 1");
    return month > 12 ? fieldError(field, "less_than_or_equal_to", "must be at most 12") : null;
  },
  normalize: (month) => month,
};

/** The declaration of a mandataire (administrateur de biens). */
export const mandataireRecord = record("mandataire", {
  id: id("Mandataire", { set: "program", filter: true, description: "Identifier of the mandataire" }),
  name: text({ filled: true, filter: true, description: "Name of the agency" }),
  accountingCode: text({
    nullable: true,
    filter: true,
    rule: accountingCodeRule,
    description: "Society that entries and accounting files name; 1 where it is null",
  }),
  siren: text({
    ascii: true,
    nullable: true,
    rule: sirenRule,
    description: "SIREN, nine digits without spaces; names the accounting file, which does not exist without it",
  }),
  billingCalendar: choice(BILLING_CALENDARS, {
    default: "civil",
    description: "Whether periods follow the civil year or each lease's anniversary, unless mandate or lease differ",
  }),
  billingCycleMonth: integer({
    rule: cycleMonthRule,
    default: 1,
    description: "Month that the billing year begins with, 1 is January",
  }),
  accountingMode: choice(ACCOUNTING_MODES, {
    default: "cash",
    description: "Whether owners are credited on receipt or on call, unless a mandate differs",
  }),
  iban: text({
    ascii: true,
    nullable: true,
    rule: ibanRule,
    description:
      "Account of the mandants' funds (décret 72-678, art. 55), from which payouts leave; stored without spaces",
  }),
  bic: text({ ascii: true, nullable: true, rule: bicRule, description: "BIC of the bank of the mandants' funds" }),
  address: passage({ nullable: true, description: "Postal address of the agency, on one line or several" }),
  ...agencyIdentity,
  ...timestamps,
});

/** A managing agent, with its leases, owners and accounts. No other mandataire ever sees them. */
export type Mandataire = RecordOf<typeof mandataireRecord>;

export type MandataireField = FilterOf<typeof mandataireRecord>;

/** The filters and sorts of lists of mandataires: the fields that every member sees. */
export const mandataireListing: Listing<MandataireField> = listingOf(mandataireRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
  search: ["name", "accountingCode"],
});

/** Returns the book of a mandataire. Each mandataire has exactly one, with the same id. */
export function bookOf(id: MandataireId): BookId {
  return id as string as BookId;
}

/** Returns the mandataire of a book. */
export function mandataireOf(id: BookId): MandataireId {
  return id as string as MandataireId;
}

/** Returns the only society of a mandataire: its accounting code, or "1" (rental.md §4). */
export function societyOf({ accountingCode }: Pick<Mandataire, "accountingCode">): string {
  return accountingCode || "1";
}

/** The input of a change of a mandataire. */
export type MandataireInput = PatchOf<typeof mandataireRecord>;

/** The input that creates a mandataire. */
export type NewMandataireInput = CreationOf<typeof mandataireRecord>;

/** True for nine digits with a valid Luhn checksum, in which every second digit from the right counts double. */
export function isSiren(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false;
  const counted = [...text].map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return counted.reduce((sum, each) => sum + each, 0) % 10 === 0;
}
