import { appendAll } from "@cartulary/kernel";
import type { FecFinding } from "./finding.ts";
import { createNumberingRule } from "./numbering-rules.ts";
import { type FecRow, isCompactDay, quoteForMessage } from "./row.ts";
import { createValidationDateRule } from "./validation-date-rules.ts";

/** Checks the lines of a file as entries. */
export interface EntryRule {
  addRow(row: FecRow): readonly FecFinding[];
  /** Skips an unreadable line: the entry before or after it can no longer be checked. */
  skipRow(): void;
  finish(): readonly FecFinding[];
}

/** The current entry: consecutive lines with the same JournalCode and EcritureNum. */
interface Current {
  readonly key: string;
  readonly row: FecRow;
  balance: bigint;
  /** False after an unreadable line. */
  judged: boolean;
}

/**
 * Checks that entries balance, have one date and one validation date, are ordered by validation, and have consecutive
 * lines; numbers must be gap-free per journal or in the whole file. Memory grows with journals and gaps only.
 */
export function createEntryRule(): EntryRule {
  const numbers = createNumberingRule();
  const validation = createValidationDateRule();
  let current: Current | null = null;
  let wasLost = false;

  const close = (): readonly FecFinding[] => {
    if (!current?.judged || current.balance === 0n) return [];
    const { row, balance } = current;
    const side = balance > 0n ? "debits exceed credits" : "credits exceed debits";
    const message = `entry ${quoteForMessage(row.fields.EcritureNum)} does not balance: ${side} by ${spelt(balance)}`;
    return [{ line: row.line, rule: "balance", message }];
  };

  const lose = (): void => {
    wasLost = true;
    if (current) current.judged = false;
  };

  return {
    addRow(row) {
      const { JournalCode, EcritureNum, EcritureDate } = row.fields;
      if (JournalCode.trim() === "" || EcritureNum.trim() === "") {
        lose();
        return [];
      }
      const findings: FecFinding[] = [];
      const key = `${JournalCode}\u0000${EcritureNum}`;
      if (current?.key !== key || isNextMonths(current, EcritureDate)) {
        appendAll(findings, [...close(), ...numbers.see(row), ...validation.see(row)]);
        // The unreadable line may have been its first.
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
    skipRow: lose,
    finish: () => [...close(), ...numbers.end(), ...validation.end()],
  };
}

/** True when the entry is complete and the same number in another month begins a new one. */
function isNextMonths({ row, balance, judged }: Current, date: string): boolean {
  const { EcritureDate } = row.fields;
  if (!judged || balance !== 0n || EcritureDate.slice(0, 6) === date.slice(0, 6)) return false;
  return isCompactDay(EcritureDate) && isCompactDay(date);
}

/** Compares the dates of two lines of an entry; missing and invalid dates are reported elsewhere. */
function twoDates(first: FecRow, row: FecRow, column: "EcritureDate" | "ValidDate"): readonly FecFinding[] {
  const [date, other] = [first.fields[column], row.fields[column]];
  if (date === other || !isCompactDay(date) || !isCompactDay(other)) return [];
  const message = `entry ${quoteForMessage(row.fields.EcritureNum)} has two dates in ${column}: ${quoteForMessage(date)} on line ${first.line}, ${quoteForMessage(other)} here`;
  return [{ line: row.line, rule: "date", message }];
}

const spelt = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};
