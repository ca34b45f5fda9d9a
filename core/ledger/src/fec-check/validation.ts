import { type FecFinding, findingTally } from "./finding.ts";
import { isOpening } from "./opening.ts";
import { type FecRow, isCompactDay, shown } from "./row.ts";

/** Watches the validation dates of entries go by, told the first line of each. */
export interface ValidationWatch {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

/** How far a journal has come. */
interface Journal {
  validDate: string;
  entries: number;
}

/**
 * Entries stand in the order in which they were validated, but for the opening at the head. Some software writes journal
 * after journal, each whole: there the dates begin again with each journal, which is told as a warning, once.
 */
export function watchValidation(): ValidationWatch {
  const journals = new Map<string, Journal>();
  const backs = findingTally();
  let [atHead, areWhole, current, validDate] = [true, true, "", ""];

  return {
    see(row) {
      const { JournalCode, ValidDate } = row.fields;
      atHead &&= isOpening(row);
      if (atHead || !isCompactDay(ValidDate)) return [];
      const known = journals.get(JournalCode);
      if (known && current !== JournalCode) areWhole = false;
      current = JournalCode;
      const journal = known ?? { validDate: "", entries: 0 };
      journals.set(JournalCode, journal);
      journal.entries += 1;
      const before = journal.validDate;
      if (ValidDate > before) journal.validDate = ValidDate;
      if (ValidDate < before)
        return [back(row, `${before}, that of an entry before it in journal ${shown(JournalCode)}`)];
      if (ValidDate < validDate) backs.add(back(row, `${validDate}, that of an entry before it`));
      else validDate = ValidDate;
      return [];
    },
    end() {
      const [first] = backs.findings();
      if (!first) return [];
      const hasBlock = areWhole && [...journals.values()].some(({ entries }) => entries > 1);
      return hasBlock ? [{ line: first.line, rule: "warning", message: IN_BLOCKS }] : backs.findings();
    },
  };
}

const IN_BLOCKS =
  "journals stand one after the other, so that validation dates begin again with each; the article asks for one order";

function back({ line, fields }: FecRow, than: string): FecFinding {
  return {
    line,
    rule: "order",
    message: `ValidDate ${fields.ValidDate} is before ${than}: entries stand as validated`,
  };
}
