import type { FecFinding } from "./fec-finding.ts";
import { watchNumbers } from "./fec-numbers.ts";
import { type FecRow, shown } from "./fec-row.ts";

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
 * Entries balance, have one date, rise in number within their journal, and each stands together. Their numbers run
 * without a gap, per journal or through the whole file. Memory grows with the number of journals only.
 */
export function watchEntries(): EntryWatch {
  const numbers = watchNumbers();
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
      if (current?.key !== key) {
        findings.push(...close(), ...numbers.see(row));
        // The line that was lost may have been its first.
        current = { key, row, balance: 0n, judged: !wasLost };
      } else if (isOtherDate(current.row, EcritureDate)) {
        const message = `entry ${shown(EcritureNum)} has two dates: ${shown(current.row.fields.EcritureDate)} on line ${current.row.line}, ${shown(EcritureDate)} here`;
        findings.push({ line: row.line, rule: "date", message });
      }
      if (row.debit === null || row.credit === null) current.judged = false;
      else current.balance += row.debit - row.credit;
      wasLost = false;
      return findings;
    },
    lose,
    end: () => [...close(), ...numbers.end()],
  };
}

/** A date that is missing is told by itself, not as another one. */
const isOtherDate = ({ fields: { EcritureDate } }: FecRow, date: string): boolean =>
  EcritureDate !== date && EcritureDate.trim() !== "" && date.trim() !== "";

const spelt = (hundredths: bigint): string => {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
};
