import { type Day, type FieldError, type Id, isStorable, lineError, parseDay, parseId } from "@cartulary/kernel";
import type { Auxiliary } from "../accounts/account.ts";
import type { Plan } from "../accounts/chart.ts";
import { CENTS_MAX, type Cents } from "../accounts/money.ts";
import { OPENING, REVERSAL, TEXT_MAX } from "./entry.ts";
import type { ReversalInput } from "./reversal.ts";

/** Lines that one entry may have: what the opening of the largest agency needs, and what fits in one transaction. */
export const ENTRY_LINES_MAX = 100_000;
/**
 * Cents of one line: a hundred billion euros. Nine hundred such lines sum exactly on one side; more are refused as
 * `amount_too_large` wherever a side is summed (in one entry, a list of movements, an accounting file), and no others are.
 */
export const LINE_CENTS_MAX = 10_000_000_000_000;

/** Every month from the first entry's on has to be closed some day: a mistyped century would be thousands of them. */
export const EARLIEST_DAY = "1900-01-01" as Day;

/** One line of an entry that somebody writes. */
export interface NewLine {
  readonly accountCode: string;
  /** Named exactly where the account has auxiliaries. */
  readonly auxiliaryCode?: string | null;
  readonly label: string;
  /** One of the two, above zero. */
  readonly debitCents?: Cents;
  readonly creditCents?: Cents;
}

/** An entry that somebody writes. */
export interface NewEntry {
  readonly societyCode: string;
  readonly journal: string;
  readonly accountingDate: Day;
  readonly documentDate: Day;
  /** The voucher's reference. */
  readonly documentReference: string;
  readonly periodStart?: Day | null;
  readonly periodEnd?: Day | null;
  readonly description?: string | null;
  readonly sourceType?: string | null;
  readonly sourceId?: Id<string> | null;
  readonly sourceSeq?: number;
  readonly lines: readonly NewLine[];
}

/** Everything that is wrong with an entry by itself; whether it balances is asked when it is sealed. */
export function entryErrors(
  entry: NewEntry,
  plan: Plan,
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

/** Everything that is wrong with how an entry is to be taken back, whatever the entry. */
export function reversalErrors(
  { accountingDate, documentDate, documentReference, journal, description }: ReversalInput,
  { journalsByCode }: Plan,
): readonly FieldError[] {
  return [
    ...(accountingDate === undefined ? [] : day("accountingDate", accountingDate)),
    ...(documentDate === undefined ? [] : day("documentDate", documentDate)),
    ...text("documentReference", documentReference ?? null),
    ...(journal === undefined || journalsByCode.has(journal) ? [] : [unknown("journal")]),
    ...text("description", description || null),
  ];
}

/** Everything that is wrong with an auxiliary: it is for good on the lines that name it. */
export function auxiliaryErrors({ kind, code, name, ...entity }: Auxiliary, { chart }: Plan): readonly FieldError[] {
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
    // It would stand where taking that entry back is looked for.
    ...(sourceType === REVERSAL ? [wrong("sourceType", "is the ledger's own: reverse the entry")] : []),
    // A book begins with it, which posting does not ask.
    ...(sourceType === OPENING ? [wrong("sourceType", "is the ledger's own: enter the opening")] : []),
    ...(sourceId === null || parseId(sourceId) ? [] : [wrong("sourceId", "is not a UUID")]),
    ...(Number.isSafeInteger(sourceSeq) ? [] : [wrong("sourceSeq", "is not a whole number")]),
  ];
}

function lineErrors(
  field: string,
  line: NewLine,
  plan: Plan,
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
  if (!auxiliary) return [{ field: `${field}.auxiliaryCode`, code: "not_found", message: "names nobody" }, ...errors];
  return auxiliary.kind === account.auxiliaries
    ? errors
    : [wrong(`${field}.auxiliaryCode`, "is of another kind"), ...errors];
}

/** Cents are whole numbers by their type, which input from outside does not know of. */
function sideErrors(
  field: string,
  { debitCents = 0 as Cents, creditCents = 0 as Cents }: NewLine,
): readonly FieldError[] {
  const sound = [debitCents, creditCents].every((amount) => Number.isSafeInteger(amount) && amount >= 0);
  if (!sound) return [wrong(field, "needs whole cents, zero or more")];
  if (debitCents > LINE_CENTS_MAX || creditCents > LINE_CENTS_MAX) return [tooLarge(field)];
  return debitCents > 0 === creditCents > 0 ? [wrong(field, "needs a debit or a credit, and not both")] : [];
}

const tooLarge = (field: string): FieldError => ({
  field,
  code: "less_than_or_equal_to",
  message: `needs ${LINE_CENTS_MAX} cents or less`,
});

/** What both sides sum to has to be exact, too. */
const isCountable = (lines: readonly NewLine[]): boolean =>
  (["debitCents", "creditCents"] as const).every(
    (side) => lines.reduce((all, line) => all + (line[side] ?? 0), 0) <= CENTS_MAX,
  );

function text(field: string, value: string | null): readonly FieldError[] {
  if (value === null) return [];
  const error = isStorable(value)
    ? lineError(field, value, { max: TEXT_MAX, required: true })
    : wrong(field, "holds a character that cannot be kept");
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
