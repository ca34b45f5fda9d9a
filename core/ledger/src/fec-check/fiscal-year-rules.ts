import { appendAll } from "@cartulary/kernel";
import { type FecFinding, type FindingTally, findingTally } from "./finding.ts";
import { type FecRow, isCompactDay, quoteForMessage } from "./row.ts";

/** Checks the dates of a file. */
export interface FiscalYearRule {
  see(row: FecRow): readonly FecFinding[];
  /** The closing date: from the file's name, otherwise the last EcritureDate. */
  closing(): string;
  end(): readonly FecFinding[];
}

/** Parses the closing date of `<SIREN>FEC<AAAAMMJJ>.txt`; `null` for other names. */
export function closingDateFromFileName(fileName: string): string | null {
  const closing = /^\d{9}FEC(\d{8})\.txt$/i.exec(fileName)?.[1];
  return closing !== undefined && isCompactDay(closing) ? closing : null;
}

/**
 * Checks that every EcritureDate is in the twelve months before the closing date, or in up to twelve earlier ones that
 * begin a first or last year of more than twelve months ({@link isBeginning}). Without a closing date in the file's
 * name, the last EcritureDate is used.
 */
export function createFiscalYearRule(closing: string | null): FiscalYearRule {
  const parts = new Map<string, Part>();
  const tops = new Map<string, string>();
  let [lastDate, lastNumber, lastJournal] = ["", "", ""];
  let lastValid: { readonly line: number; readonly date: string } = { line: 1, date: "" };
  return {
    see({ line, fields: { JournalCode, EcritureNum, EcritureDate, ValidDate } }) {
      if (ValidDate > lastValid.date && isCompactDay(ValidDate)) lastValid = { line, date: ValidDate };
      if (!isCompactDay(EcritureDate)) return [];
      if (EcritureDate > lastDate) lastDate = EcritureDate;
      if (closing !== null && (EcritureDate > closing || EcritureDate <= yearsBefore(closing, 2)))
        return [outside(line, EcritureDate, closing)];
      const name = partName(EcritureDate, closing);
      const part = parts.get(name) ?? newPart(name, parts.size === 0);
      parts.set(name, part);
      if (EcritureNum !== lastNumber || JournalCode !== lastJournal) part.entries += 1;
      [lastNumber, lastJournal] = [EcritureNum, JournalCode];
      const top = tops.get(JournalCode) ?? "";
      if (name < top) part.isLate = true;
      else tops.set(JournalCode, name);
      part.days.add(EcritureDate);
      part.lines.add(() => outside(line, EcritureDate, closing));
      return [];
    },
    closing: () => closing ?? lastDate,
    end() {
      const end = closing ?? lastDate;
      const findings = partFindings([...parts.values()], end, closing !== null);
      const limit = sixMonthsAfter(end);
      if (lastDate === "" || lastValid.date <= limit) return findings;
      const message = `ValidDate ${lastValid.date} is more than six months after the closing`;
      return [...findings, { line: lastValid.line, rule: "warning", message }];
    },
  };
}

/** A part of the year: the last twelve months and the earlier ones; civil years without a known closing date. */
interface Part {
  readonly name: string;
  readonly standsFirst: boolean;
  readonly days: Set<string>;
  /** Findings to report if it is outside the year. */
  readonly lines: FindingTally;
  entries: number;
  /** True when one of its entries follows an entry of a later part in its journal. */
  isLate: boolean;
}

const newPart = (name: string, standsFirst: boolean): Part => ({
  name,
  standsFirst,
  days: new Set(),
  lines: findingTally(),
  entries: 0,
  isLate: false,
});

const [EARLY, USUAL] = ["0", "1"];
const partName = (date: string, closing: string | null): string =>
  closing === null ? date.slice(0, 4) : date <= yearsBefore(closing, 1) ? EARLY : USUAL;

/** Goes backwards from the last part; each earlier one either begins the year or has wrong dates. */
function partFindings(parts: readonly Part[], closing: string, isKnown: boolean): readonly FecFinding[] {
  const [last, ...before] = parts.toSorted((one, other) => Number(other.name) - Number(one.name));
  if (!last) return [];
  if (isKnown && last.name === EARLY) return last.lines.findings();
  const findings: FecFinding[] = [];
  let [later, first] = [last, earliest(last)];
  for (const part of before) {
    if (earliest(part) > yearsBefore(closing, 2) && isBeginning(part, later, closing)) {
      [later, first] = [part, earliest(part)];
    } else {
      appendAll(findings, part.lines.findings());
    }
  }
  if (first > yearsBefore(closing, 1)) return findings;
  const message = `the year has more than twelve months, from ${first} to ${closing}, which only a first or a last one may have`;
  return [...findings, { line: 1, rule: "warning", message }];
}

/**
 * True when a part and the next one form one year: its entries precede in each journal, it begins the file or has
 * several entries, and the pause between the two is no longer than pauses within them or than a quarter.
 */
function isBeginning(part: Part, later: Part, closing: string): boolean {
  if (part.isLate || !(part.standsFirst || part.entries > 1)) return false;
  if (part.standsFirst && hasOnlyEnds(part, later, closing)) return true;
  const [days, laterDays] = [part, later].map(({ days: own }) => [...own].sort().map(millisecondsTo)) as [
    number[],
    number[],
  ];
  const pause = (laterDays[0] ?? 0) - (days.at(-1) ?? 0);
  return pause <= Math.max(QUARTER_MS, longestPause(days), longestPause(laterDays));
}

/** True for a year with entries on its first day and closing date only, without other pauses to compare. */
const hasOnlyEnds = (part: Part, later: Part, closing: string): boolean =>
  part.days.size === 1 && later.days.size === 1 && later.days.has(closing);

const QUARTER_MS = 92 * 86_400_000;

const longestPause = (days: readonly number[]): number =>
  days.reduce((longest, day, index) => Math.max(longest, day - (days[index - 1] ?? day)), 0);

const millisecondsTo = (compact: string): number =>
  Date.UTC(Number(compact.slice(0, 4)), Number(compact.slice(4, 6)) - 1, Number(compact.slice(6)));

const earliest = ({ days }: Part): string => [...days].reduce((one, other) => (one < other ? one : other));

function outside(line: number, date: string, closing: string | null): FecFinding {
  const year =
    closing === null
      ? "the year of the last date; a name <SIREN>FEC<AAAAMMJJ>.txt would tell another closing date"
      : `the year that ends on ${closing}, as the file's name says`;
  return { line, rule: "year", message: `EcritureDate ${quoteForMessage(date)} is outside ${year}` };
}

const yearsBefore = (compact: string, years: number): string =>
  String(Number(compact) - years * 10_000).padStart(8, "0");

/** Adds six months to a compact date, for comparison as text: a day that the month lacks sorts after its last. */
function sixMonthsAfter(compact: string): string {
  const [year, month, day] = [Number(compact.slice(0, 4)), Number(compact.slice(4, 6)), compact.slice(6)];
  const [later, inYear] = month > 6 ? [year + 1, month - 6] : [year, month + 6];
  return `${String(later).padStart(4, "0")}${String(inYear).padStart(2, "0")}${day}`;
}
