import { type Day, type Id, type Instant, unprocessable } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { yearOf } from "../accounts/journal.ts";
import { type Cents, minus, negate, sum, ZERO } from "../accounts/money.ts";
import type { Book, EntryId, Line, LineId, SealedEntry } from "../entries/entry.ts";
import { isYearClosed } from "../entries/period.ts";

/** A group of lines of one subaccount. */
export type LetteringId = Id<"Lettering">;

/** `partial` while the group does not sum to zero; it has no letters then (rental.md §2.7). */
export const LETTERING_STATUSES = ["none", "partial", "full"] as const;
export type LetteringStatus = (typeof LETTERING_STATUSES)[number];

/** The lettering of a line, which is in one group at most. */
export type Lettering =
  | {
      readonly status: "none";
      readonly groupId: null;
      readonly code: null;
      readonly day: null;
      readonly inOneFile: false;
    }
  | {
      readonly status: "partial";
      readonly groupId: LetteringId;
      readonly code: null;
      readonly day: null;
      readonly inOneFile: false;
    }
  | {
      readonly status: "full";
      readonly groupId: LetteringId;
      readonly code: string;
      /** Accounting date of the entry that completed the group. */
      readonly day: Day;
      /**
       * True when all lines of the group are of one society and one civil year, which was open at the time. Accounting
       * files show only such letters: no file contains a whole group of two years, and a closed year's file is final.
       */
      readonly inOneFile: boolean;
    };

export const NO_LETTERING: Lettering = { status: "none", groupId: null, code: null, day: null, inOneFile: false };

/** The letters that the file of a closed year shows for a line, even if they changed later. */
export interface FecLettering {
  readonly code: string;
  readonly day: Day;
}

/** The fields of a sealed line that lettering needs. */
export interface LetterableLine extends Subaccount {
  readonly id: LineId;
  readonly entryId: EntryId;
  readonly societyCode: string;
  readonly accountingDate: Day;
  readonly validatedAt: Instant;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly lettering: Lettering;
  /** `null` while the current letters are those of the file. */
  readonly fecLettering: FecLettering | null;
}

/** The new lettering of a line. */
export interface LineLettering extends Pick<LetterableLine, "lettering" | "fecLettering"> {
  readonly lineId: LineId;
}

/** The last letters of a subaccount; `null` before the first. Letters are never used twice. */
export interface LetterSeries extends Subaccount {
  readonly last: string | null;
}

/** Returns the letters after `last`: AAA, AAB … ZZZ, AAAA (rental.md §2.7). */
export function nextLetters(last: string | null): string {
  if (last === null) return "AAA";
  const [, head = "", trailing = ""] = /^(.*?)(Z*)$/.exec(last) ?? [];
  const reset = "A".repeat(trailing.length);
  return head === "" ? `A${reset}` : `${head.slice(0, -1)}${letterAfter(head.slice(-1))}${reset}`;
}

type LetterableEntry = Pick<SealedEntry, "id" | "societyCode" | "accountingDate" | "validatedAt">;

/** Builds a letterable line of an entry, by default unlettered. */
export function letterableLine(
  { id: entryId, societyCode, accountingDate, validatedAt }: LetterableEntry,
  { id, accountCode, auxiliaryCode, debitCents, creditCents }: Omit<Line, "accountName" | "auxiliaryName" | "label">,
  { lettering, fecLettering }: Pick<LineLettering, "lettering" | "fecLettering"> = {
    lettering: NO_LETTERING,
    fecLettering: null,
  },
): LetterableLine {
  return {
    ...{ id, entryId, accountCode, auxiliaryCode, societyCode, accountingDate, validatedAt },
    ...{ debitCents, creditCents, lettering, fecLettering },
  };
}

/** The lettering of a group, and the advanced series. */
export interface LetteringResult {
  readonly lettering: Lettering;
  readonly series: LetterSeries;
}

/**
 * Groups lines: with letters when they sum to zero; otherwise without, if `partial`.
 *
 * Throws 422 with its own code for lines of several subaccounts, lettered lines and incomplete groups. Partial groups
 * whose lines are all included merge into the new one; `groupmates` are all lines of those groups.
 */
export function letter(
  lines: readonly LetterableLine[],
  groupmates: readonly LetterableLine[],
  { series, groupId, partial, book }: Grouping,
): LetteringResult {
  requireGroupable(lines, groupmates, series);
  if (balanceOf(lines) === 0) {
    const code = nextLetters(series.last);
    const [day, inOneFile] = [closingDay(lines), isInOneFile(lines, book)];
    const lettering = { status: "full", groupId, code, day, inOneFile } as const;
    return { lettering, series: { ...series, last: code } };
  }
  if (!partial) throw unprocessable("lettering_unbalanced", "Only lines that sum to zero get letters");
  return { lettering: { status: "partial", groupId, code: null, day: null, inOneFile: false }, series };
}

interface Grouping {
  readonly series: LetterSeries;
  readonly groupId: LetteringId;
  readonly partial: boolean;
  readonly book: Closing;
}

type Closing = Pick<Book, "closedThrough">;

/**
 * Returns the line with a new lettering. If its year is closed, keeps the lettering that the FEC of that year shows.
 */
export function withLettering(line: LetterableLine, lettering: Lettering, book: Closing): LineLettering {
  return { lineId: line.id, lettering, fecLettering: filedOf(line, book) };
}

/** Returns the line without lettering. */
export function withoutLettering(line: LetterableLine, book: Closing): LetterableLine {
  return { ...line, lettering: NO_LETTERING, fecLettering: filedOf(line, book) };
}

/** Returns the letters that the closed year's file shows: those before the first change after the closing. */
function filedOf({ fecLettering, lettering, accountingDate }: LetterableLine, book: Closing): FecLettering | null {
  const isFiled = fecLettering === null && lettering.status === "full" && lettering.inOneFile;
  return isFiled && isYearClosed(book, yearOf(accountingDate))
    ? { code: lettering.code, day: lettering.day }
    : fecLettering;
}

function requireGroupable(
  lines: readonly LetterableLine[],
  groupmates: readonly LetterableLine[],
  series: LetterSeries,
): void {
  if (lines.length === 0) throw unprocessable("lettering_empty", "At least one line is required");
  if (!lines.every((line) => isOf(line, series)))
    throw unprocessable("lettering_mixed", "Lines of one account and one auxiliary are lettered together");
  if (lines.some(({ lettering }) => lettering.status === "full"))
    throw unprocessable("already_lettered", "A line is already lettered; remove its lettering first");
  const chosen = new Set(lines.map(({ id }) => id));
  if (!groupmates.every(({ id }) => chosen.has(id)))
    throw unprocessable("lettering_partial", "A partial group can only be extended as a whole");
}

/** Splits lines into runs that sum to zero, each as short as possible. Omits the lines after the last run. */
export function balancedRuns(lines: readonly LetterableLine[]): readonly (readonly LetterableLine[])[] {
  const runs: LetterableLine[][] = [];
  let run: LetterableLine[] = [];
  let balance = ZERO;
  for (const line of lines) {
    run.push(line);
    balance = sum([balance, line.debitCents, negate(line.creditCents)]);
    if (balance !== 0) continue;
    runs.push(run);
    run = [];
  }
  return runs;
}

/** True when the balance was zero after one of `lines`, the latest ones; `balance` is the current one. */
export function passedThroughZero(
  balance: Cents,
  lines: readonly Pick<LetterableLine, "debitCents" | "creditCents">[],
): boolean {
  let after = balance;
  for (const { debitCents, creditCents } of lines.toReversed()) {
    if (after === 0) return true;
    after = sum([after, creditCents, negate(debitCents)]);
  }
  return false;
}

function isOf(one: Subaccount, other: Subaccount): boolean {
  return one.accountCode === other.accountCode && one.auxiliaryCode === other.auxiliaryCode;
}

/** Returns a subaccount's key for maps and sets. */
export function subaccountKey({ accountCode, auxiliaryCode }: Subaccount): string {
  return `${accountCode} ${auxiliaryCode ?? ""}`;
}

const balanceOf = (lines: readonly LetterableLine[]): Cents =>
  minus(sum(lines.map((line) => line.debitCents)), sum(lines.map((line) => line.creditCents)));

/** Returns the accounting date of the entry validated last; among several, the latest date. */
function closingDay(lines: readonly LetterableLine[]): Day {
  const order = ({ validatedAt, accountingDate }: LetterableLine) => `${validatedAt} ${accountingDate}`;
  return lines.reduce((last, line) => (order(line) > order(last) ? line : last)).accountingDate;
}

const isInOneFile = (lines: readonly LetterableLine[], book: Closing): boolean =>
  new Set(lines.map(({ societyCode, accountingDate }) => `${yearOf(accountingDate)} ${societyCode}`)).size === 1 &&
  lines.every(({ accountingDate }) => !isYearClosed(book, yearOf(accountingDate)));

const letterAfter = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1);
