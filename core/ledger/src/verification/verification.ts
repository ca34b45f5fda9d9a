import {
  appendAll,
  type Check,
  type CheckStep,
  type Digests,
  DomainError,
  type Finding,
  type Instant,
  readPages,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import type { Series } from "../accounts/journal.ts";
import { sum } from "../accounts/money.ts";
import { chainHash, chainStart } from "../entries/chain.ts";
import type { BookId, SealedEntry } from "../entries/entry.ts";
import type { EntryIntegrityRow, LedgerInspection, LedgerStores } from "../stores/ports.ts";
import { bookFindings } from "./book-verification.ts";

/** Number of entries per step. */
const PAGE = 500;

/**
 * Checks the sealed entries of a book: gap-free numbers, balance, hash chains, and consistency of months, letters,
 * sources and openings. Detects entries that were changed, removed or reordered outside the ledger.
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
    run: () => stopAtOverflow("book", "", checkBook(transact, digests)),
  };
}

async function* checkBook<Stores extends LedgerStores>(
  transact: Transact<Stores>,
  digests: Digests,
): AsyncGenerator<CheckStep> {
  const { book, series, findings } = await transact.read(async (stores) => {
    const book = await stores.books.find();
    if (!book) return { book, series: [], findings: [GONE] };
    const uncountable = await stores.ledgerInspection.amountFaults();
    // Reading or summing such amounts throws or is inexact.
    if (uncountable.length > 0) return { book, series: [], findings: uncountable.map(uncountableEntry) };
    const series = await stores.ledgerInspection.series();
    const beyond = await beyondFindings(stores.ledgerInspection, series);
    return { book, series, findings: [...beyond, ...(await bookFindings(stores, book))] };
  });
  yield { count: 0, findings };
  if (book) for (const each of series) yield* checkSeries(transact, book.id, each, digests);
}

/** Ends a check with a finding when a number is too large to be read or summed exactly. */
export async function* stopAtOverflow(
  area: string,
  id: string,
  steps: AsyncIterable<CheckStep>,
): AsyncGenerator<CheckStep> {
  try {
    yield* steps;
  } catch (error) {
    const isUncountable =
      error instanceof RangeError || (error instanceof DomainError && error.code === "amount_too_large");
    if (!isUncountable) throw error;
    yield { count: 0, findings: [{ severity: "error", area, id, message: UNCOUNTABLE }] };
  }
}

const UNCOUNTABLE = "contains a number that is too large; the check stopped. Restore the database from a backup";

const uncountableEntry = (id: string): Finding => ({
  severity: "error",
  area: "entry",
  id,
  message: UNCOUNTABLE_ENTRY,
});

const UNCOUNTABLE_ENTRY =
  "has an impossible amount; the rest of the book was not checked. Restore the database from a backup";

/**
 * Runs {@link ledgerCheck} on all books. Prefixes the id of findings with the book's, because references are unique per
 * book only.
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
      async *run() {
        for await (const page of books()) {
          for (const bookId of page) {
            for await (const { count, findings } of ledgerCheck({ transact: transactFor(bookId), digests }).run())
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
  message: "is missing. Restore the database from a backup",
};

/** Ignores entries added after the series was read. */
async function* checkSeries<Stores extends LedgerStores>(
  transact: Transact<Stores>,
  bookId: BookId,
  series: Series,
  digests: Digests,
): AsyncGenerator<CheckStep> {
  let [number, hash] = [0, chainStart(bookId, series, digests)];
  let validatedAt: Instant | null = null;
  const pages = readPages<EntryIntegrityRow>((last) =>
    // Includes numbers below 1, with which an entry would count in balances but appear in no file.
    transact.read(({ ledgerInspection }) =>
      ledgerInspection.entries(series, last?.number ?? Number.MIN_SAFE_INTEGER, PAGE),
    ),
  );
  for await (const page of pages) {
    const entries = page.filter((entry) => entry.number <= series.number);
    const findings: Finding[] = [];
    for (const entry of entries) {
      appendAll(findings, entryFindings(entry, { number, hash }, digests));
      // Continues from the stored hash, so that damage is reported once.
      [number, hash] = [entry.number, entry.hash];
      validatedAt = entry.validatedAt;
    }
    yield { count: entries.length, findings };
  }
  yield { count: 0, findings: endFindings(series, { number, hash, validatedAt }) };
}

function entryFindings(
  entry: EntryIntegrityRow,
  before: Readonly<Pick<SealedEntry, "number" | "hash">>,
  digests: Digests,
): readonly Finding[] {
  const messages: string[] = [];
  const debit = sum(entry.lines.map(({ debitCents }) => debitCents));
  const credit = sum(entry.lines.map(({ creditCents }) => creditCents));
  if (entry.number !== before.number + 1) messages.push(`follows number ${before.number}: entries are missing between`);
  else if (!entry.rowsAgree || chainHash(before.hash, entry, digests) !== entry.hash)
    messages.push("was changed after sealing: its hash does not match its content and the previous entry");
  if (debit !== credit || debit !== entry.totalCents)
    messages.push(`does not balance: debits of ${debit} cents, credits of ${credit}, ${entry.totalCents} in all`);
  return messages.map((message) => ({ severity: "error", area: "entry", id: entry.reference, message }));
}

/** Finds entries beyond the last number of their series, in one snapshot. */
async function beyondFindings(inspection: LedgerInspection, all: readonly Series[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const series of all) {
    const [entry] = await inspection.entries(series, series.number, 1);
    if (!entry) continue;
    const message = `ends with ${series.number}, but entry ${entry.reference} is beyond`;
    findings.push({ severity: "error", area: "numbering", id: seriesId(series), message });
  }
  return findings;
}

const seriesId = ({ societyCode, journal, year }: Series): string => `${societyCode} ${journal} ${year}`;

type SeriesEnd = Pick<Series, "number" | "validatedAt"> & { readonly hash: string };

/** Compares the end of the entries with the series, which detects entries missing at the end. */
function endFindings(series: Series, { number, hash, validatedAt }: SeriesEnd): readonly Finding[] {
  const id = seriesId(series);
  if (number < series.number)
    return [
      {
        severity: "error",
        area: "numbering",
        id,
        message: `ends with ${series.number}, but its entries end with ${number}`,
      },
    ];
  if (series.hash !== null && hash !== series.hash)
    return [{ severity: "error", area: "numbering", id, message: "has another hash than its last entry" }];
  if (series.hash !== null && validatedAt !== series.validatedAt)
    return [{ severity: "error", area: "numbering", id, message: "has another validation time than its last entry" }];
  return [];
}
