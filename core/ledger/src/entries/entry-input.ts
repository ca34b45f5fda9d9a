import { type Day, type FieldError, type Id, isStorable, lineError, parseDay, parseId } from "@cartulary/kernel";
import type { Auxiliary } from "../accounts/account.ts";
import type { ValidatedPlan } from "../accounts/ledger-plan.ts";
import { CENTS_MAX, type Cents } from "../accounts/money.ts";
import { OPENING, REVERSAL, TEXT_MAX } from "./entry.ts";
import type { ReversalInput } from "./reversal.ts";

/**
 * Maximum number of lines of an entry: enough for the opening of the largest agency, and feasible in one transaction.
 */
export const ENTRY_LINES_MAX = 100_000;
/**
 * Maximum cents of a line: a hundred billion euros. Nine hundred such lines sum exactly on one side; larger sums are
 * rejected as `amount_too_large` (in an entry, a list of movements, an accounting file).
 */
export const LINE_CENTS_MAX = 10_000_000_000_000;

/**
 * Earliest date: every month since the first entry must be closed, so a mistyped century would require thousands of
 * closings.
 */
export const EARLIEST_DAY = "1900-01-01" as Day;

/** Input of a line. */
export interface NewLine {
  readonly accountCode: string;
  /** Required exactly where the account has auxiliaries. */
  readonly auxiliaryCode?: string | null;
  readonly label: string;
  /** Exactly one of the two is above zero. */
  readonly debitCents?: Cents;
  readonly creditCents?: Cents;
}

/** Input of an entry. */
export interface NewEntry {
  readonly societyCode: string;
  readonly journal: string;
  readonly accountingDate: Day;
  readonly documentDate: Day;
  /** Reference of the voucher. */
  readonly documentReference: string;
  readonly periodStart?: Day | null;
  readonly periodEnd?: Day | null;
  readonly description?: string | null;
  readonly sourceType?: string | null;
  readonly sourceId?: Id<string> | null;
  readonly sourceSeq?: number;
  readonly lines: readonly NewLine[];
}

/** Validates an entry. Its balance is checked when it is sealed. */
export function entryErrors(
  entry: NewEntry,
  plan: ValidatedPlan,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  return [
    ...text("societyCode", entry.societyCode),
    ...(plan.journalsByCode.has(entry.journal) ? [] : [unknown("journal")]),
    ...accountingDayErrors(entry),
    ...day("documentDate", entry.documentDate),
    ...text("documentReference", entry.documentReference),
    ...text("description", entry.description || null),
    ...periodErrors(entry),
    ...sourceErrors(entry),
    ...(entry.lines.length > ENTRY_LINES_MAX ? [wrong("lines", `are more than ${ENTRY_LINES_MAX}`)] : []),
    ...entry.lines.flatMap((line, index) => lineErrors(`lines[${index}]`, line, plan, auxiliaries)),
    ...(isCountable(entry.lines) ? [] : [wrong("lines", "sum to more than can be counted")]),
  ];
}

/** Validates the input of a reversal. */
export function reversalErrors(
  { accountingDate, documentDate, documentReference, journal, description }: ReversalInput,
  { journalsByCode }: ValidatedPlan,
): readonly FieldError[] {
  return [
    ...(accountingDate === undefined ? [] : day("accountingDate", accountingDate)),
    ...(documentDate === undefined ? [] : day("documentDate", documentDate)),
    ...text("documentReference", documentReference ?? null),
    ...(journal === undefined || journalsByCode.has(journal) ? [] : [unknown("journal")]),
    ...text("description", description || null),
  ];
}

/** Validates an auxiliary. */
export function auxiliaryErrors(
  { kind, code, name, ...entity }: Auxiliary,
  { chart }: ValidatedPlan,
): readonly FieldError[] {
  return [
    ...(chart.some(({ auxiliaries }) => auxiliaries === kind) ? [] : [unknown("kind")]),
    ...text("code", code),
    ...text("name", name),
    ...text("entityType", entity.entityType),
    ...text("entityId", entity.entityId),
  ];
}

function accountingDayErrors({ accountingDate }: NewEntry): readonly FieldError[] {
  const errors = day("accountingDate", accountingDate);
  if (errors.length > 0 || accountingDate >= EARLIEST_DAY) return errors;
  return [{ field: "accountingDate", code: "greater_than_or_equal_to", message: `must be ${EARLIEST_DAY} or later` }];
}

function periodErrors({ periodStart, periodEnd }: NewEntry): readonly FieldError[] {
  if (!periodStart && !periodEnd) return [];
  if (!periodStart || !periodEnd) return [wrong(periodStart ? "periodEnd" : "periodStart", "is missing")];
  const errors = [...day("periodStart", periodStart), ...day("periodEnd", periodEnd)];
  return errors.length > 0 || periodStart <= periodEnd ? errors : [wrong("periodEnd", "is before the period's start")];
}

function sourceErrors({ sourceType = null, sourceId = null, sourceSeq = 0 }: NewEntry): readonly FieldError[] {
  return [
    ...text("sourceType", sourceType),
    // Would be found as the reversal of that entry.
    ...(sourceType === REVERSAL ? [wrong("sourceType", "is the ledger's own: reverse the entry")] : []),
    // Only `enterOpening` may create it, which checks more than posting.
    ...(sourceType === OPENING ? [wrong("sourceType", "is the ledger's own: enter the opening")] : []),
    ...(sourceId === null || parseId(sourceId) ? [] : [wrong("sourceId", "is not a UUID")]),
    ...(Number.isSafeInteger(sourceSeq) ? [] : [wrong("sourceSeq", "is not a whole number")]),
  ];
}

function lineErrors(
  field: string,
  line: NewLine,
  plan: ValidatedPlan,
  auxiliaries: ReadonlyMap<string, Auxiliary>,
): readonly FieldError[] {
  const account = plan.accountsByCode.get(line.accountCode);
  const auxiliary = line.auxiliaryCode ? auxiliaries.get(line.auxiliaryCode) : undefined;
  const errors = [...text(`${field}.label`, line.label), ...sideErrors(field, line)];
  if (!account) return [unknown(`${field}.accountCode`), ...errors];
  if (account.auxiliaries === null && !line.auxiliaryCode) return errors;
  if (account.auxiliaries === null) return [wrong(`${field}.auxiliaryCode`, "is not used by this account"), ...errors];
  if (!line.auxiliaryCode)
    return [{ field: `${field}.auxiliaryCode`, code: "blank", message: "can't be blank" }, ...errors];
  if (!auxiliary) return [{ field: `${field}.auxiliaryCode`, code: "not_found", message: "does not exist" }, ...errors];
  return auxiliary.kind === account.auxiliaries
    ? errors
    : [wrong(`${field}.auxiliaryCode`, "is of another kind"), ...errors];
}

/** Checks integers at run time, because external input may violate the type. */
function sideErrors(
  field: string,
  { debitCents = 0 as Cents, creditCents = 0 as Cents }: NewLine,
): readonly FieldError[] {
  const areValid = [debitCents, creditCents].every((amount) => Number.isSafeInteger(amount) && amount >= 0);
  if (!areValid) return [wrong(field, "needs whole cents, zero or more")];
  if (debitCents > LINE_CENTS_MAX || creditCents > LINE_CENTS_MAX) return [tooLarge(field)];
  return debitCents > 0 === creditCents > 0 ? [wrong(field, "needs a debit or a credit, and not both")] : [];
}

const tooLarge = (field: string): FieldError => ({
  field,
  code: "less_than_or_equal_to",
  message: `needs ${LINE_CENTS_MAX} cents or less`,
});

/** The sums of both sides must be safe integers. */
const isCountable = (lines: readonly NewLine[]): boolean =>
  (["debitCents", "creditCents"] as const).every(
    (side) => lines.reduce((all, line) => all + (line[side] ?? 0), 0) <= CENTS_MAX,
  );

function text(field: string, value: string | null): readonly FieldError[] {
  if (value === null) return [];
  const error = isStorable(value)
    ? lineError(field, value, { max: TEXT_MAX, required: true })
    : wrong(field, "contains an invalid character");
  return error ? [error] : [];
}

const day = (field: string, value: string): readonly FieldError[] =>
  parseDay(value) ? [] : [wrong(field, "is not a day of the calendar")];

const wrong = (field: string, message: string): FieldError => ({ field, code: "invalid", message });
const unknown = (field: string): FieldError => ({
  field,
  code: "inclusion",
  message: "is not in the plan of the book",
});
