import { type Day, type Id, type Instant, refused } from "@cartulary/kernel";
import type { Subaccount } from "../accounts/account.ts";
import { yearOf } from "../accounts/journal.ts";
import { type Cents, minus, negated, sum, ZERO } from "../accounts/money.ts";
import type { Book, EntryId, Line, LineId, SealedEntry } from "../entries/entry.ts";
import { isYearClosed } from "../entries/period.ts";

/** A group of lines of one subaccount that clear each other, or are on their way to. */
export type LetteringId = Id<"Lettering">;

/** `partial` while the group does not sum to zero yet: it has no letters then (rental.md §2.7). */
export const LETTERING_STATUSES = ["none", "partial", "full"] as const;
export type LetteringStatus = (typeof LETTERING_STATUSES)[number];

/** How far a line is lettered. A line is in one group at most. */
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
      /** The accounting date of the entry that closed the group. */
      readonly day: Day;
      /**
       * Whether all lines of the group are of one society and one civil year that was not closed yet. Accounting files show
       * letters of no other: none has all of a group of two years, and a closed year's file does not change any more.
       */
      readonly inOneFile: boolean;
    };

/** In no group. */
export const UNLETTERED: Lettering = { status: "none", groupId: null, code: null, day: null, inOneFile: false };

/** What the accounting file of a closed year shows of a line, whatever became of its letters since. */
export interface FiledLetters {
  readonly code: string;
  readonly day: Day;
}

/** What lettering has to know of a sealed line. */
export interface LetterableLine extends Subaccount {
  readonly id: LineId;
  readonly entryId: EntryId;
  readonly societyCode: string;
  readonly accountingDate: Day;
  readonly validatedAt: Instant;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly lettering: Lettering;
  /** `null` while its letters are those of the file: its year is open, or they are what they were when it was closed. */
  readonly filed: FiledLetters | null;
}

/** The new lettering of one line. */
export interface LineLettering extends Pick<LetterableLine, "lettering" | "filed"> {
  readonly lineId: LineId;
}

/** The last letters given on a subaccount; `null` before the first. Letters are never given twice. */
export interface LetterSeries extends Subaccount {
  readonly last: string | null;
}

/** The letters after `last`: AAA, AAB … ZZZ, AAAA (rental.md §2.7). */
export function nextLetters(last: string | null): string {
  if (last === null) return "AAA";
  const [, head = "", turned = ""] = /^(.*?)(Z*)$/.exec(last) ?? [];
  const restarted = "A".repeat(turned.length);
  return head === "" ? `A${restarted}` : `${head.slice(0, -1)}${letterAfter(head.slice(-1))}${restarted}`;
}

/** What letters go by of an entry. */
type LetterableEntry = Pick<SealedEntry, "id" | "societyCode" | "accountingDate" | "validatedAt">;

/** A line of an entry as lettering knows it, with the letters that it had before. */
export function letterableLine(
  { id: entryId, societyCode, accountingDate, validatedAt }: LetterableEntry,
  { id, accountCode, auxiliaryCode, debitCents, creditCents }: Omit<Line, "accountName" | "auxiliaryName" | "label">,
  { lettering, filed }: Pick<LineLettering, "lettering" | "filed"> = { lettering: UNLETTERED, filed: null },
): LetterableLine {
  return {
    ...{ id, entryId, accountCode, auxiliaryCode, societyCode, accountingDate, validatedAt },
    ...{ debitCents, creditCents, lettering, filed },
  };
}

/** What a group becomes, and what letters its subaccount has given then. */
export interface Lettered {
  readonly lettering: Lettering;
  readonly series: LetterSeries;
}

/**
 * Puts lines into one group: with letters when they sum to zero; else without, where `partial` allows it.
 *
 * Refuses lines of several subaccounts, lines that have letters, and part of a group (422 with codes of their own).
 * Partial groups that are whole among the lines are taken up into the new one; `groupmates` are all their lines.
 */
export function letter(
  lines: readonly LetterableLine[],
  groupmates: readonly LetterableLine[],
  { series, groupId, partial, book }: Grouping,
): Lettered {
  requireGroupable(lines, groupmates, series);
  if (balanceOf(lines) === 0) {
    const code = nextLetters(series.last);
    const [day, inOneFile] = [closingDay(lines), isInOneFile(lines, book)];
    const lettering = { status: "full", groupId, code, day, inOneFile } as const;
    return { lettering, series: { ...series, last: code } };
  }
  if (!partial) throw refused("lettering_unbalanced", "Only lines that sum to zero get letters");
  return { lettering: { status: "partial", groupId, code: null, day: null, inOneFile: false }, series };
}

/** How lines become a group. */
interface Grouping {
  readonly series: LetterSeries;
  readonly groupId: LetteringId;
  readonly partial: boolean;
  readonly book: Closing;
}

/** How far a book is closed. */
type Closing = Pick<Book, "closedThrough">;

/** A line with another lettering; what its year's file has shown since it was closed goes on being shown. */
export function relettered(line: LetterableLine, lettering: Lettering, book: Closing): LineLettering {
  return { lineId: line.id, lettering, filed: filedOf(line, book) };
}

/** A line as it is once it is in no group. */
export function freed(line: LetterableLine, book: Closing): LetterableLine {
  return { ...line, lettering: UNLETTERED, filed: filedOf(line, book) };
}

/** What was kept when its letters first changed after its year was closed: those that it had. */
function filedOf({ filed, lettering, accountingDate }: LetterableLine, book: Closing): FiledLetters | null {
  const isFiled = filed === null && lettering.status === "full" && lettering.inOneFile;
  return isFiled && isYearClosed(book, yearOf(accountingDate)) ? { code: lettering.code, day: lettering.day } : filed;
}

function requireGroupable(
  lines: readonly LetterableLine[],
  groupmates: readonly LetterableLine[],
  series: LetterSeries,
): void {
  if (lines.length === 0) throw refused("lettering_empty", "Lettering needs lines");
  if (!lines.every((line) => isOf(line, series)))
    throw refused("lettering_mixed", "Lines of one account and one auxiliary are lettered together");
  if (lines.some(({ lettering }) => lettering.status === "full"))
    throw refused("already_lettered", "A line has letters already; take those back first");
  const chosen = new Set(lines.map(({ id }) => id));
  if (!groupmates.every(({ id }) => chosen.has(id)))
    throw refused("lettering_partial", "A group is lettered further as a whole");
}

/**
 * Runs of lines that sum to zero, each ended by the first line that brings the balance back there. Lines that come after
 * the last of them are left.
 */
export function zeroRuns(lines: readonly LetterableLine[]): readonly (readonly LetterableLine[])[] {
  const runs: LetterableLine[][] = [];
  let run: LetterableLine[] = [];
  let balance = ZERO;
  for (const line of lines) {
    run.push(line);
    balance = sum([balance, line.debitCents, negated(line.creditCents)]);
    if (balance !== 0) continue;
    runs.push(run);
    run = [];
  }
  return runs;
}

/** Whether the balance was at zero after one of `lines`, the last to come, with which it is at `balance`. */
export function cameToZero(
  balance: Cents,
  lines: readonly Pick<LetterableLine, "debitCents" | "creditCents">[],
): boolean {
  let after = balance;
  for (const { debitCents, creditCents } of lines.toReversed()) {
    if (after === 0) return true;
    after = sum([after, creditCents, negated(debitCents)]);
  }
  return false;
}

/** Whether two name the same subaccount. */
function isOf(one: Subaccount, other: Subaccount): boolean {
  return one.accountCode === other.accountCode && one.auxiliaryCode === other.auxiliaryCode;
}

/** A subaccount as a key of maps and sets. */
export function subaccountKey({ accountCode, auxiliaryCode }: Subaccount): string {
  return auxiliaryCode === null ? accountCode : `${accountCode} ${auxiliaryCode}`;
}

const balanceOf = (lines: readonly LetterableLine[]): Cents =>
  minus(sum(lines.map((line) => line.debitCents)), sum(lines.map((line) => line.creditCents)));

/** The accounting date of the entry validated last; of several validated at once, of the latest. */
function closingDay(lines: readonly LetterableLine[]): Day {
  const order = ({ validatedAt, accountingDate }: LetterableLine) => `${validatedAt} ${accountingDate}`;
  return lines.reduce((last, line) => (order(line) > order(last) ? line : last)).accountingDate;
}

const isInOneFile = (lines: readonly LetterableLine[], book: Closing): boolean =>
  new Set(lines.map(({ societyCode, accountingDate }) => `${yearOf(accountingDate)} ${societyCode}`)).size === 1 &&
  lines.every(({ accountingDate }) => !isYearClosed(book, yearOf(accountingDate)));

const letterAfter = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1);
