import type { FecFinding } from "./finding.ts";
import { type FecRow, isBlank, quoteForMessage } from "./row.ts";

/** Checks letters. */
export interface LetteringRuleCheck {
  see(row: FecRow): void;
  /** `closing` is the closing date of the file's year. */
  end(closing: string): readonly FecFinding[];
}

/** Tolerated rounding difference: less than 1,00. */
const UNIT = 100n;

/** A lettered group of a subaccount that does not sum to zero yet. */
interface Open {
  balance: bigint;
  /** False after an unreadable amount. */
  judged: boolean;
  /** Latest DateLet of its lines. */
  day: string;
  readonly row: FecRow["fields"];
  readonly line: number;
}

/**
 * Checks that the lines with one letter of a subaccount sum to zero. A difference below {@link UNIT} is a warning, as
 * is a letter dated after the closing, whose other lines are in the next year. Balanced groups use no memory.
 */
export function createLetteringRule(): LetteringRuleCheck {
  const open = new Map<string, Open>();
  return {
    see({ line, fields, debit, credit }) {
      if (isBlank(fields.EcritureLet)) return;
      const key = [fields.CompteNum, fields.CompAuxNum, fields.EcritureLet].map((field) => field.trim()).join("\u0000");
      const group = open.get(key) ?? { balance: 0n, judged: true, day: "", row: fields, line };
      if (debit === null || credit === null) group.judged = false;
      else group.balance += debit - credit;
      if (fields.DateLet > group.day) group.day = fields.DateLet;
      if (group.balance === 0n && group.judged) open.delete(key);
      else open.set(key, group);
    },
    end: (closing) =>
      [...open.values()]
        .filter(({ judged }) => judged)
        .map(({ row, line, balance, day }) => {
          const account = isBlank(row.CompAuxNum) ? row.CompteNum : `${row.CompteNum} ${row.CompAuxNum}`;
          const message = `the lines lettered ${quoteForMessage(row.EcritureLet)} on account ${quoteForMessage(account)} do not sum to zero`;
          const isNear = balance < UNIT && balance > -UNIT;
          return { line, rule: isNear || day > closing ? "warning" : "lettering", message };
        }),
  };
}
