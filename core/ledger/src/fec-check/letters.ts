import type { FecFinding } from "./finding.ts";
import { type FecRow, isBlank, shown } from "./row.ts";

/** Watches letters go by. */
export interface LetterWatch {
  see(row: FecRow): void;
  /** Told the closing date of the file's year. */
  end(closing: string): readonly FecFinding[];
}

/** What a rounding may leave: less than 1,00. */
const UNIT = 100n;

/** What is lettered on one subaccount under one code, while it is not zero. */
interface Open {
  balance: bigint;
  /** False once an amount under it could not be read. */
  judged: boolean;
  /** The latest date of its lines' letters. */
  day: string;
  readonly row: FecRow["fields"];
  readonly line: number;
}

/**
 * The lines under one letter of a subaccount sum to zero, but for less than a unit, or where the letter is of a day after
 * the closing: its other lines are in the next year. Letters that do so already take no memory.
 */
export function watchLetters(): LetterWatch {
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
          const message = `the lines lettered ${shown(row.EcritureLet)} on account ${shown(account)} do not sum to zero`;
          const isNear = balance < UNIT && balance > -UNIT;
          return { line, rule: isNear || day > closing ? "warning" : "lettering", message };
        }),
  };
}
