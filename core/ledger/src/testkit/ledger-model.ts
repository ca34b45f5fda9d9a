import type { Account, Auxiliary } from "../accounts/account.ts";
import type { Series } from "../accounts/journal.ts";
import type { Book, Draft, EntryId, SealedEntry } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { FiledLetters, Lettering, LetterSeries } from "../lettering/lettering.ts";
import type { ClosingHead } from "../stores/ports.ts";

/** Everything that a book holds, as plain data: what the rules are tried on, with nothing that a database would add. */
export interface LedgerModel {
  book: Book | null;
  accounts: Account[];
  auxiliaries: Map<string, Auxiliary>;
  drafts: Map<EntryId, Draft>;
  sealed: SealedEntry[];
  series: Map<string, Series>;
  letters: Map<string, LetterSeries>;
  letterings: Map<string, Lettering>;
  filed: Map<string, FiledLetters>;
  heads: ClosingHead[];
  closed: ClosedPeriod[];
}

/** A database without any book. */
export function emptyModel(): LedgerModel {
  return {
    book: null,
    accounts: [],
    auxiliaries: new Map(),
    drafts: new Map(),
    sealed: [],
    series: new Map(),
    letters: new Map(),
    letterings: new Map(),
    filed: new Map(),
    heads: [],
    closed: [],
  };
}
