import { appendAll } from "@cartulary/kernel";
import type { FecFinding } from "./finding.ts";
import { watchNumbers } from "./numbers.ts";
import { type FecRow, isCompactDay, shown } from "./row.ts";
import { watchValidation } from "./validation.ts";

/** Watches the lines of a file go by as entries. */
export interface EntryWatch {
  see(row: FecRow): readonly FecFinding[];
  /** A line that could not be read: the entry that it belongs to, before it or after it, cannot be judged any more. */
  lose(): void;
  end(): readonly FecFinding[];
}

/** An entry under way: same JournalCode and EcritureNum, line after line. */
interface Current {
  readonly key: string;
  readonly row: FecRow;
  balance: bigint;
  /** False once a line of it could not be understood. */
  judged: boolean;
}

/**
 * Entries balance, have one date and one validation, stand in the order of their validation, and each stands together.
 * Their numbers run without a gap, per journal or through the whole file. Memory grows with journals and holes only.
 */
export function watchEntries(): EntryWatch {
  const numbers = watchNumbers();
  const validation = watchValidation();
  let current: Current | null = null;
  let wasLost = false;

  const close = (): readonly FecFinding[] => {
    if (!current?.judged || current.balance === 0n) return [];
    const { row, balance } = current;
    const side = balance > 0n ? "debits exceed credits" : "credits exceed debits";
    const message = `entry ${shown(row.fields.EcritureNum)} does not balance: ${side} by ${spelt(balance)}`;
    return [{ line: row.line, rule: "balance", message }];
  };

  const lose = (): void => {
    wasLost = true;
    if (current) current.judged = false;
  };

  return {
    see(row) {
      const { JournalCode, EcritureNum, EcritureDate } = row.fields;
      if (JournalCode.trim() === "" || EcritureNum.trim() === "") {
        lose();
        return [];
      }
      const findings: FecFinding[] = [];
      const key = `${JournalCode}\u0000${EcritureNum}`;
      if (current?.key !== key || isNextMonths(current, EcritureDate)) {
        appendAll(findings, [...close(), ...numbers.see(row), ...validation.see(row)]);
        // The line that was lost may have been its first.
        current = { key, row, balance: 0n, judged: !wasLost };
      } else {
        appendAll(findings, [
          ...twoDates(current.row, row, "EcritureDate"),
          ...twoDates(current.row, row, "ValidDate"),
        ]);
      }
      if (row.debit === null || row.credit === null) current.judged = false;
      else current.balance += row.debit - row.credit;
      wasLost = false;
      return findings;
    },
    lose,
    end: () => [...close(), ...numbers.end(), ...validation.end()],
  };
}

/** Whether an entry is whole, so that the same number in another month is that month's own. */
function isNextMonths({ row, balance, judged }: Current, date: string): boolean {
  const { EcritureDate } = row.fields;
  if (!judged || balance !== 0n || EcritureDate.slice(0, 6) === date.slice(0, 6)) return false;
  return isCompactDay(EcritureDate) && isCompactDay(date);
}

/** A date that is missing, or none, is told by itself, not as another one. */
function twoDates(first: FecRow, row: FecRow, column: "EcritureDate" | "ValidDate"): readonly FecFinding[] {
  const [date, other] = [first.fields[column], row.fields[column]];
  if (date === other || !isCompactDay(date) || !isCompactDay(other)) return [];
  const message = `entry ${shown(row.fields.EcritureNum)} has two dates in ${column}: ${shown(date)} on line ${first.line}, ${shown(other)} here`;
  return [{ line: row.line, rule: "date", message }];
}

const spelt = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};
