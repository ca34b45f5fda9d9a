import type { FecFinding } from "./fec-finding.ts";
import { type FecRow, isCompactDay, shown } from "./fec-row.ts";

/** Watches the dates of a file go by. */
export interface YearWatch {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

/** The closing date that a file's name tells: `<SIREN>FEC<AAAAMMJJ>.txt`; `null` for any other name. */
export function closingOf(fileName: string): string | null {
  const closing = /^\d{9}FEC(\d{8})\.txt$/i.exec(fileName)?.[1];
  return closing !== undefined && isCompactDay(closing) ? closing : null;
}

/**
 * Every EcritureDate lies in the twelve months that end on the closing date. Where the name of the file tells none, the
 * closing is the last EcritureDate, and the year the civil one that has it.
 */
export function watchYear(closing: string | null): YearWatch {
  const years = new Map<string, { readonly line: number; count: number }>();
  let lastDate = "";
  let lastValid: { readonly line: number; readonly date: string } = { line: 1, date: "" };
  return {
    see({ line, fields: { EcritureDate, ValidDate } }) {
      if (isCompactDay(ValidDate) && ValidDate > lastValid.date) lastValid = { line, date: ValidDate };
      if (!isCompactDay(EcritureDate)) return [];
      if (EcritureDate > lastDate) lastDate = EcritureDate;
      if (closing === null) tallied(years, line, EcritureDate.slice(0, 4));
      return closing === null || (EcritureDate > yearBefore(closing) && EcritureDate <= closing)
        ? []
        : [outside(line, EcritureDate, `the twelve months that end on ${closing}, as the file's name says`)];
    },
    end() {
      const findings = closing === null ? otherYears(years, lastDate.slice(0, 4)) : [];
      const limit = sixMonthsAfter(closing ?? lastDate);
      if (lastDate === "" || lastValid.date <= limit) return findings;
      const message = `ValidDate ${lastValid.date} is more than six months after the closing`;
      return [...findings, { line: lastValid.line, rule: "warning", message }];
    },
  };
}

function tallied(years: Map<string, { readonly line: number; count: number }>, line: number, year: string): void {
  const known = years.get(year);
  if (known) known.count += 1;
  else years.set(year, { line, count: 1 });
}

function otherYears(
  years: ReadonlyMap<string, { readonly line: number; readonly count: number }>,
  year: string,
): readonly FecFinding[] {
  return [...years]
    .filter(([other]) => other !== year)
    .map(([other, { line, count }]) => {
      const others = count === 1 ? "" : `, and on ${count - 1} lines after it`;
      const why = `${year}, the year of the last date; a name <SIREN>FEC<AAAAMMJJ>.txt would tell another closing date`;
      return outside(line, other, `${why}${others}`);
    });
}

const outside = (line: number, date: string, year: string): FecFinding => ({
  line,
  rule: "year",
  message: `EcritureDate ${shown(date)} is outside ${year}`,
});

const yearBefore = (compact: string): string => String(Number(compact) - 10_000).padStart(8, "0");

/** Six months on, as text that compares: a day that the month lacks is after all that it has. */
function sixMonthsAfter(compact: string): string {
  const [year, month, day] = [Number(compact.slice(0, 4)), Number(compact.slice(4, 6)), compact.slice(6)];
  const [later, inYear] = month > 6 ? [year + 1, month - 6] : [year, month + 6];
  return `${String(later).padStart(4, "0")}${String(inYear).padStart(2, "0")}${day}`;
}
