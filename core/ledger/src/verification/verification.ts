import {
  appendAll,
  type Check,
  type Digests,
  DomainError,
  type Finding,
  type Instant,
  type Looked,
  pagesOf,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import type { Series } from "../accounts/journal.ts";
import { sum } from "../accounts/money.ts";
import { chainHash, chainStart } from "../entries/chain.ts";
import type { BookId, SealedEntry } from "../entries/entry.ts";
import type { InspectedEntry, LedgerInspection, LedgerStores } from "../stores/ports.ts";
import { bookFindings } from "./book-verification.ts";

/** Entries that one step looks at. */
const PAGE = 500;

/**
 * Everything that has to be true of the sealed entries of a book: numbers without a gap, sides that balance, hashes
 * that follow from what is stored, and months, letters, sources and openings that go with them. Whoever changed, dropped or reordered an entry behind the ledger's back is found out.
 */
export function ledgerCheck<Stores extends LedgerStores>({
  transact,
  digests,
}: {
  readonly transact: Transact<Stores>;
  readonly digests: Digests;
}): Check {
  return {
    name: "accounting entries",
    look: () => countably("book", "", looked(transact, digests)),
  };
}

async function* looked<Stores extends LedgerStores>(
  transact: Transact<Stores>,
  digests: Digests,
): AsyncGenerator<Looked> {
  const { book, series, findings } = await transact.read(async (stores) => {
    const book = await stores.books.find();
    if (!book) return { book, series: [], findings: [GONE] };
    const uncountable = await stores.ledgerInspection.amountFaults();
    // Whatever is read or summed with such an amount is refused, or is not exact.
    if (uncountable.length > 0) return { book, series: [], findings: uncountable.map(uncountableEntry) };
    const series = await stores.ledgerInspection.series();
    const beyond = await beyondFindings(stores.ledgerInspection, series);
    return { book, series, findings: [...beyond, ...(await bookFindings(stores, book))] };
  });
  yield { count: 0, findings };
  if (book) for (const each of series) yield* seriesLooked(transact, book.id, each, digests);
}

/** Steps of a check, which ends with a finding where a number is too large to be read or summed exactly. */
export async function* countably(area: string, id: string, steps: AsyncIterable<Looked>): AsyncGenerator<Looked> {
  try {
    yield* steps;
  } catch (error) {
    const isUncountable =
      error instanceof RangeError || (error instanceof DomainError && error.code === "amount_too_large");
    if (!isUncountable) throw error;
    yield { count: 0, findings: [{ severity: "error", area, id, message: UNCOUNTABLE }] };
  }
}

const UNCOUNTABLE =
  "has a number that is too large to be counted, and was looked at no further: bring the database back from a backup";

const uncountableEntry = (id: string): Finding => ({
  severity: "error",
  area: "entry",
  id,
  message: UNCOUNTABLE_ENTRY,
});

const UNCOUNTABLE_ENTRY =
  "has an amount that nobody can have entered, and nothing else of the book was looked at: bring the database back from a backup";

/**
 * {@link ledgerCheck} of every book that `books` gives, page by page. References are those of one book only, so what is
 * found is named with the id of its book before it.
 */
export function bookChecks<Stores extends LedgerStores>({
  transactFor,
  books,
  digests,
}: {
  readonly transactFor: TransactFor<BookId, Stores>;
  readonly books: () => AsyncIterable<readonly BookId[]>;
  readonly digests: Digests;
}): readonly Check[] {
  return [
    {
      name: "accounting entries",
      async *look() {
        for await (const page of books()) {
          for (const bookId of page) {
            for await (const { count, findings } of ledgerCheck({ transact: transactFor(bookId), digests }).look())
              yield {
                count,
                findings: findings.map((finding) => ({ ...finding, id: `${bookId} ${finding.id}`.trim() })),
              };
          }
        }
      },
    },
  ];
}

const GONE: Finding = {
  severity: "error",
  area: "book",
  id: "",
  message: "is gone, with everything in it: bring the database back from a backup",
};

/** Entries that came since the series was read are not looked at: they are not in its number yet. */
async function* seriesLooked<Stores extends LedgerStores>(
  transact: Transact<Stores>,
  bookId: BookId,
  series: Series,
  digests: Digests,
): AsyncGenerator<Looked> {
  let [number, hash] = [0, chainStart(bookId, series, digests)];
  let validatedAt: Instant | null = null;
  const pages = pagesOf<InspectedEntry>((last) =>
    // From below the first number, where an entry would count in balances and be in no file.
    transact.read(({ ledgerInspection }) =>
      ledgerInspection.entries(series, last?.number ?? Number.MIN_SAFE_INTEGER, PAGE),
    ),
  );
  for await (const page of pages) {
    const entries = page.filter((entry) => entry.number <= series.number);
    const findings: Finding[] = [];
    for (const entry of entries) {
      appendAll(findings, entryFindings(entry, { number, hash }, digests));
      // On from what is stored, so that one damage is told once.
      [number, hash] = [entry.number, entry.hash];
      validatedAt = entry.validatedAt;
    }
    yield { count: entries.length, findings };
  }
  yield { count: 0, findings: endFindings(series, { number, hash, validatedAt }) };
}

function entryFindings(
  entry: InspectedEntry,
  before: Readonly<Pick<SealedEntry, "number" | "hash">>,
  digests: Digests,
): readonly Finding[] {
  const messages: string[] = [];
  const debit = sum(entry.lines.map(({ debitCents }) => debitCents));
  const credit = sum(entry.lines.map(({ creditCents }) => creditCents));
  if (entry.number !== before.number + 1) messages.push(`follows number ${before.number}: entries are missing between`);
  else if (!entry.rowsAgree || chainHash(before.hash, entry, digests) !== entry.hash)
    messages.push("is not what was sealed: its hash does not follow from it and from the entry before it");
  if (debit !== credit || debit !== entry.totalCents)
    messages.push(`does not balance: debits of ${debit} cents, credits of ${credit}, ${entry.totalCents} in all`);
  return messages.map((message) => ({ severity: "error", area: "entry", id: entry.reference, message }));
}

/** Entries that no series has come to, in the snapshot that shows both. */
async function beyondFindings(inspection: LedgerInspection, all: readonly Series[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const series of all) {
    const [entry] = await inspection.entries(series, series.number, 1);
    if (!entry) continue;
    const message = `has come to ${series.number}, and entry ${entry.reference} is beyond`;
    findings.push({ severity: "error", area: "numbering", id: seriesId(series), message });
  }
  return findings;
}

const seriesId = ({ societyCode, journal, year }: Series): string => `${societyCode} ${journal} ${year}`;

type SeriesEnd = Pick<Series, "number" | "validatedAt"> & { readonly hash: string };

/** The series itself knows how far its numbers have come, so that an entry cut off at the end is missed too. */
function endFindings(series: Series, { number, hash, validatedAt }: SeriesEnd): readonly Finding[] {
  const id = seriesId(series);
  if (number < series.number)
    return [
      {
        severity: "error",
        area: "numbering",
        id,
        message: `has come to ${series.number}, but its entries end at ${number}`,
      },
    ];
  if (series.hash !== null && hash !== series.hash)
    return [{ severity: "error", area: "numbering", id, message: "ends on another hash than its last entry" }];
  if (series.hash !== null && validatedAt !== series.validatedAt)
    return [{ severity: "error", area: "numbering", id, message: "ends at another time than its last entry" }];
  return [];
}
