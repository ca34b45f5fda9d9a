import {
  changedLine,
  type FieldError,
  type Id,
  type Instant,
  type Listing,
  line,
  lineError,
  presentErrors,
} from "@cartulary/kernel";
import { type BookId, ledgerLists } from "@cartulary/ledger";
import { aPassage, type FieldRules, inputErrors, nullable, patchOf } from "./estate/fields.ts";
import { aBic, anIban } from "./people/bank-account.ts";

export type MandataireId = Id<"Mandataire">;

/** Where billing periods begin unless a mandate or a lease says otherwise (rental.md 2.2). */
export const BILLING_CALENDARS = ["civil", "anniversary"] as const;
/** One of {@link BILLING_CALENDARS}. */
export type BillingCalendar = (typeof BILLING_CALENDARS)[number];

/** When an owner is credited unless a mandate says otherwise: once money came in, or once it was called (rental.md 2.5). */
export const ACCOUNTING_MODES = ["cash", "accrual"] as const;
/** One of {@link ACCOUNTING_MODES}. */
export type AccountingMode = (typeof ACCOUNTING_MODES)[number];

/** A managing agent: whose leases, owners and accounts these are. Nothing of one is ever seen by another. */
export interface Mandataire {
  readonly id: MandataireId;
  readonly name: string;
  /** What its entries and files call the society; see {@link societyOf}. */
  readonly accountingCode: string | null;
  /** Nine digits; names the accounting file, of which there is none without it. */
  readonly siren: string | null;
  readonly billingCalendar: BillingCalendar;
  /** The month that its year begins with, 1 to 12. */
  readonly billingCycleMonth: number;
  readonly accountingMode: AccountingMode;
  /** The account of its mandants' funds (décret 72-678, art. 55): without spaces, in capitals. Payouts leave from it. */
  readonly iban: string | null;
  readonly bic: string | null;
  /** The agency's own. */
  readonly address: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  name: "text",
  accountingCode: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link mandataireListing} knows. */
export type MandataireField = keyof typeof fields;

/** What lists of mandataires may be filtered and sorted by: what every member is shown. */
export const mandataireListing: Listing<MandataireField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as MandataireField[],
  sort: "createdAt",
  search: ["name", "accountingCode"],
};

/** The book of a mandataire has its id: each has one, and no other. */
export function bookOf(id: MandataireId): BookId {
  return id as string as BookId;
}

/** Whose book it is. */
export function mandataireOf(id: BookId): MandataireId {
  return id as string as MandataireId;
}

/** The one society that a mandataire keeps books for: its accounting code, or "1" (rental.md §4). */
export function societyOf({ accountingCode }: Pick<Mandataire, "accountingCode">): string {
  return accountingCode || "1";
}

/** Where a mandataire is reached, and what it pays from. */
interface AddressInput {
  /** Spaces are taken out. */
  readonly iban?: string | null;
  readonly bic?: string | null;
  /** Of one line or several. */
  readonly address?: string | null;
}

const addressRules: FieldRules<AddressInput> = {
  iban: nullable(anIban),
  bic: nullable(aBic),
  address: nullable(aPassage),
};

/** What may be said of a mandataire. An absent field keeps its value; on creation it gets its default. */
export interface MandataireInput extends AddressInput {
  readonly name?: string;
  readonly accountingCode?: string | null;
  /** Nine digits of which the last one is right (Luhn, ISO/IEC 7812-1 annex B). Spaces are not taken out. */
  readonly siren?: string | null;
  /** Default `civil`. */
  readonly billingCalendar?: BillingCalendar;
  /** Default 1. */
  readonly billingCycleMonth?: number;
  /** Default `cash`. */
  readonly accountingMode?: AccountingMode;
}

/** What is said of a mandataire that is being made. */
export type NewMandataireInput = MandataireInput & { readonly name: string };

/** Code points of a name (documents.md 2.2). */
const NAME_LENGTH_MAX = 255;
/** Code points of an accounting code: it stands in every row that counts. */
const ACCOUNTING_CODE_MAX = 64;

/** What is wrong with what `input` says. */
export function mandataireErrors(input: MandataireInput): readonly FieldError[] {
  const { name, accountingCode, siren, billingCycleMonth } = input;
  const errors = presentErrors(
    name === undefined ? null : lineError("name", name, { max: NAME_LENGTH_MAX, required: true }),
    lineError("accountingCode", accountingCode ?? "", { max: ACCOUNTING_CODE_MAX, required: false }),
    siren === undefined || siren === null || isSiren(siren) ? null : NO_SIREN,
    cycleMonthError(billingCycleMonth),
  );
  return [...errors, ...inputErrors(addressRules, input)];
}

/** The mandataire that `input` makes, once {@link mandataireErrors} found nothing. */
export function newMandataire(
  input: NewMandataireInput,
  { id, now }: { readonly id: MandataireId; readonly now: Instant },
): Mandataire {
  const nameless: Mandataire = {
    id,
    name: "",
    accountingCode: null,
    siren: null,
    billingCalendar: "civil",
    billingCycleMonth: 1,
    accountingMode: "cash",
    iban: null,
    bic: null,
    address: null,
    createdAt: now,
    updatedAt: now,
  };
  return changedMandataire(nameless, input, now);
}

/** The mandataire after `change`, once {@link mandataireErrors} found nothing. */
export function changedMandataire(mandataire: Mandataire, change: MandataireInput, now: Instant): Mandataire {
  const { name, accountingCode, siren, billingCalendar, billingCycleMonth, accountingMode } = change;
  return {
    ...mandataire,
    name: line(name ?? mandataire.name),
    accountingCode: changedLine(accountingCode, mandataire.accountingCode),
    siren: siren === undefined ? mandataire.siren : siren,
    billingCalendar: billingCalendar ?? mandataire.billingCalendar,
    billingCycleMonth: billingCycleMonth ?? mandataire.billingCycleMonth,
    accountingMode: accountingMode ?? mandataire.accountingMode,
    ...patchOf(addressRules, change),
    updatedAt: now,
  };
}

/** Whether `text` is nine digits whose checksum is right: every second one from the right counts double. */
export function isSiren(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false;
  const counted = [...text].map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return counted.reduce((sum, each) => sum + each, 0) % 10 === 0;
}

const NO_SIREN: FieldError = {
  field: "siren",
  code: "invalid",
  message: "is not a SIREN: nine digits, the last a check",
};

function cycleMonthError(month: number | undefined): FieldError | null {
  const field = "billingCycleMonth";
  if (month === undefined) return null;
  if (!Number.isInteger(month)) return { field, code: "invalid", message: "is not a month" };
  if (month < 1) return { field, code: "greater_than_or_equal_to", message: "must be at least 1" };
  return month > 12 ? { field, code: "less_than_or_equal_to", message: "must be at most 12" } : null;
}
