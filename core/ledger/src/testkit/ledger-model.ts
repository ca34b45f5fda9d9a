import type { Account, Auxiliary } from "../accounts/account.ts";
import type { Series } from "../accounts/journal.ts";
import type { Book, Draft, EntryId, SealedEntry } from "../entries/entry.ts";
import type { ClosedPeriod } from "../entries/period.ts";
import type { FecLettering, Lettering, LetterSeries } from "../lettering/lettering.ts";
import type { SeriesHead } from "../stores/ports.ts";

/** A book as plain data, to test rules without a database. */
export interface LedgerModel {
  book: Book | null;
  accounts: Account[];
  auxiliaries: Map<string, Auxiliary>;
  drafts: Map<EntryId, Draft>;
  sealed: SealedEntry[];
  series: Map<string, Series>;
  letters: Map<string, LetterSeries>;
  letterings: Map<string, Lettering>;
  filed: Map<string, FecLettering>;
  heads: SeriesHead[];
  closed: ClosedPeriod[];
}

/** Returns a model without book. */
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
