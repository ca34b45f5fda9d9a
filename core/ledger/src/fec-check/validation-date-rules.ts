import { type FecFinding, findingTally } from "./finding.ts";
import { isOpeningLine } from "./opening-line.ts";
import { type FecRow, isCompactDay, quoteForMessage } from "./row.ts";

/** Checks the validation dates of entries by their first lines. */
export interface ValidationDateRule {
  see(row: FecRow): readonly FecFinding[];
  end(): readonly FecFinding[];
}

interface Journal {
  validDate: string;
  entries: number;
}

/**
 * Checks that entries are ordered by validation, except the opening at the head. Some programs write journal after
 * journal; this yields one warning.
 */
export function createValidationDateRule(): ValidationDateRule {
  const journals = new Map<string, Journal>();
  const backs = findingTally();
  let [atHead, areWhole, current, validDate] = [true, true, "", ""];

  return {
    see(row) {
      const { JournalCode, ValidDate } = row.fields;
      atHead &&= isOpeningLine(row);
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
        return [back(row, `${before}, that of an entry before it in journal ${quoteForMessage(JournalCode)}`)];
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
