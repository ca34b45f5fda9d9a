import {
  type Day,
  type FieldError,
  firstDayOfYear,
  type Id,
  type Instant,
  type Listing,
  lastDayOfYear,
  transitions,
  withoutNulls,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { fieldError, orderError } from "../agency/field-rules.ts";
import type { MandataireId } from "../agency/mandataire.ts";

export type LetterBatchId = Id<"Letters">;

/** The kinds of letters that are printed as many (effects.md 6, Many). */
export const LETTER_KINDS = [
  "notice",
  "receipt",
  "revision",
  "reminder",
  "charge_statement",
  "owner_statement",
] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export const LETTER_BATCH_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type LetterBatchStatus = (typeof LETTER_BATCH_STATUSES)[number];

/** Letters of one request at most: their merged file takes memory and time. */
export const LETTERS_MAX = 5_000;
/** Failures that a request shows. */
const LETTER_FAILURES_MAX = 100;

/** The statuses that each status may become. */
const batchTransitions = transitions<LetterBatchStatus>({
  queued: ["running", "cancelled"],
  running: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
});

/** A letter that could not be printed, and why. */
export interface LetterFailure {
  /** The subject of the letter: a rent call, a revision, a reminder, a statement or an owner. */
  readonly id: Id<string>;
  readonly message: string;
}

/** The days of owners' statements; all `null` for other letters. */
export interface StatementDays {
  readonly periodFrom: Day | null;
  readonly periodTo: Day | null;
  /** The civil year, if the days are one. */
  readonly year: number | null;
}

/** Many letters of one kind that one request prints: one PDF each, and a merged one for the printer. */
export interface LetterBatch extends StatementDays {
  readonly mandataireId: MandataireId;
  readonly id: LetterBatchId;
  readonly kind: LetterKind;
  readonly status: LetterBatchStatus;
  /** Number of letters. */
  readonly total: number;
  /** Letters that are printed or failed. */
  readonly done: number;
  readonly failed: number;
  /** The first {@link LETTER_FAILURES_MAX}. */
  readonly failures: readonly LetterFailure[];
  /** Names of the details that some of the printed letters lack, as inputs name them; each once. */
  readonly missing: readonly string[];
  /** The first reason why the agency's template or logo was not used; `null` if nothing is wrong. */
  readonly warning: string | null;
  /** Length and lower-case hexadecimal digest of the merged PDF; `null` before the end. */
  readonly byteSize: number | null;
  readonly sha256: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** True while letters remain to be printed or merged. */
export const isUnfinished = ({ status }: Pick<LetterBatch, "status">): boolean => !batchTransitions.isFinal(status);

/** True once each letter is printed or failed. */
export const isAllDone = ({ done, total }: Pick<LetterBatch, "done" | "total">): boolean => done >= total;

/** Sets the status `running` if it is queued. */
export const withStart = (batch: LetterBatch, now: Instant): LetterBatch =>
  batch.status === "queued" ? inStatus(batch, "running", now) : batch;

/** Counts a printed letter, and keeps what it lacks. */
export const withPrinted = (
  batch: LetterBatch,
  { missing, warning }: Pick<LetterBatch, "missing" | "warning">,
  now: Instant,
): LetterBatch => ({
  ...batch,
  done: batch.done + 1,
  missing: [...new Set([...batch.missing, ...missing])],
  warning: batch.warning ?? warning,
  updatedAt: now,
});

/** Counts a letter that could not be printed. */
export function withFailed(batch: LetterBatch, failure: LetterFailure, now: Instant): LetterBatch {
  const failures = batch.failures.length < LETTER_FAILURES_MAX ? [...batch.failures, failure] : batch.failures;
  return { ...batch, failures, failed: batch.failed + 1, done: batch.done + 1, updatedAt: now };
}

/** Ends with the merged PDF. */
export const withMergedPdf = (
  batch: LetterBatch,
  { byteSize, sha256 }: { readonly byteSize: number; readonly sha256: string },
  now: Instant,
): LetterBatch => ({ ...inStatus(batch, "completed", now), byteSize, sha256 });

/** Ends without a PDF, because no letter could be printed or they could not be merged. */
export function withoutPdf(batch: LetterBatch, message: string | null, now: Instant): LetterBatch {
  const ended = inStatus(batch, "failed", now);
  return message === null ? ended : { ...ended, failures: [{ id: batch.id, message }, ...batch.failures] };
}

/** Cancels. Has no effect if it is cancelled; throws 422 `invalid_transition` after another end. */
export function withCancellation(batch: LetterBatch, now: Instant): LetterBatch {
  if (batch.status === "cancelled") return batch;
  const message = () => `The letters are ${batch.status}: nothing is left to cancel`;
  return { ...batch, status: batchTransitions.move(batch.status, "cancelled", message), updatedAt: now };
}

function inStatus(batch: LetterBatch, status: LetterBatchStatus, now: Instant): LetterBatch {
  return { ...batch, status: batchTransitions.move(batch.status, status), updatedAt: now };
}

const fields = {
  id: "uuid",
  kind: "keyword",
  status: "keyword",
  total: "integer",
  done: "integer",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type LetterBatchField = keyof typeof fields;

/** The filters and sorts of lists of letters. */
export const letterBatchListing: Listing<LetterBatchField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as LetterBatchField[],
  sort: "createdAt",
};

/** The letters to print: those of named records or those of a run. */
export interface LetterBatchInput {
  readonly kind: LetterKind;
  /**
   * Rent calls for notices and receipts, revisions, reminders, statements of charges (a letter for each of their leases),
   * owners for owners' statements.
   */
  readonly ids?: readonly Id<string>[];
  readonly billingRunId?: Id<"BillingRun">;
  /** The days of owners' statements; those of a run by default, otherwise from the first entry to the last. */
  readonly from?: Day;
  readonly to?: Day;
  readonly year?: number;
}

/** The years of a statement, like those of an accounting file. */
const [YEAR_MIN, YEAR_MAX] = [1900, 9999];

/** Kinds whose letters belong to a run. */
const KINDS_OF_RUNS: readonly LetterKind[] = ["notice", "receipt", "reminder", "owner_statement"];

/** Returns the errors of an input that need no lookup: exactly one of `ids` and `billingRunId` must be present. */
export function letterBatchErrors({
  kind,
  ids,
  billingRunId,
  from,
  to,
  year,
}: LetterBatchInput): readonly FieldError[] {
  return [
    ...withoutNulls(
      (ids ?? []).length === 0 && billingRunId === undefined ? fieldError("ids", "blank", "can't be blank") : null,
      ids !== undefined && billingRunId !== undefined
        ? fieldError("billingRunId", "invalid", "must be absent where ids is present")
        : null,
      ids !== undefined && ids.length > LETTERS_MAX
        ? fieldError("ids", "too_long", `has more than ${LETTERS_MAX} elements`)
        : null,
      billingRunId !== undefined && !KINDS_OF_RUNS.includes(kind)
        ? fieldError("billingRunId", "invalid", `must be absent for ${kind}: name the letters by ids`)
        : null,
    ),
    ...daysErrors({ kind, from, to, year }),
  ];
}

function daysErrors({
  kind,
  from,
  to,
  year,
}: {
  readonly [Name in "kind" | "from" | "to" | "year"]: LetterBatchInput[Name] | undefined;
}): readonly FieldError[] {
  const named = Object.entries({ from, to, year }).filter(([, value]) => value !== undefined);
  if (kind !== "owner_statement")
    return named.map(([field]) => fieldError(field, "invalid", "must be absent: only owners' statements have days"));
  if (year !== undefined && named.length > 1)
    return [fieldError("year", "invalid", "names the whole period: leave out from and to")];
  return withoutNulls(orderError("to", from ?? null, to ?? null), year === undefined ? null : yearError(year));
}

function yearError(year: number): FieldError | null {
  if (year < YEAR_MIN) return fieldError("year", "greater_than_or_equal_to", `must be at least ${YEAR_MIN}`);
  return year > YEAR_MAX ? fieldError("year", "less_than_or_equal_to", `must be at most ${YEAR_MAX}`) : null;
}

/** Returns the days of an input; `year` names its days. */
export function daysOf({ from, to, year }: LetterBatchInput): StatementDays {
  if (year !== undefined) return { periodFrom: firstDayOfYear(year), periodTo: lastDayOfYear(year), year };
  return { periodFrom: from ?? null, periodTo: to ?? null, year: null };
}
