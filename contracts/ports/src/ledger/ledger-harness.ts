import type { Day, Id, TransactFor } from "@cartulary/kernel";
import {
  type BookId,
  type Cents,
  cents,
  type EntryId,
  type LedgerStores,
  type Line,
  type LineId,
  type SealedEntry,
  type SeriesKey,
  sum,
} from "@cartulary/ledger";
import { ADMINISTRATOR, EPOCH, idOf } from "../harness/document-records.ts";
import type { TestDatabase } from "../harness/document-stores.ts";

/** A database with books. */
export interface LedgerDatabase {
  /** A tenant is a book. */
  readonly transactFor: TransactFor<Id<string>, LedgerStores>;
  /** Resolves when a transaction waits for another one's lock; at once where writers queue before they begin. */
  untilBlocked(): Promise<void>;
}

export interface LedgerHarness {
  /** True if two transactions may write different records at the same time. */
  readonly writesAtOnce: boolean;
  /** One database for all tests: each has books of its own, and what others did to theirs must not matter. */
  openDatabase(): Promise<LedgerDatabase>;
}

/** An open book among others, and entries for it. */
export interface TestBook extends TestDatabase<LedgerStores> {
  readonly bookId: BookId;
  /** An entry that takes the next number of its series; the same calls give the same entries. */
  entry(overrides: Partial<SealedEntry>, ...lines: readonly string[]): SealedEntry;
  /** Writes entries, and how far their series have come. */
  seal(...entries: readonly SealedEntry[]): Promise<void>;
}

const ACCOUNTS = ["120000", "411000", "467000", "512000", "706100"] as const;

/** Opens a new book. The ids of its records are those of every other one's: only the book tells them apart. */
export async function openBook({ transactFor, untilBlocked }: LedgerDatabase): Promise<TestBook> {
  const bookId: BookId = idOf(0xb_0000 + ++opened);
  const transact = transactFor(bookId);
  await transact.write(async ({ books, accounts }) => {
    await books.insert({ id: bookId, closedThrough: null, createdAt: EPOCH });
    await accounts.insertMissing(
      ACCOUNTS.map((code, index) => ({ id: idOf(0xa00 + index), code, name: `Account ${code}` })),
    );
  });
  return {
    bookId,
    transact,
    untilBlocked,
    entry: entryMaker(),
    seal: (...entries) =>
      transact.write(async (stores) => {
        await stores.entries.insert(entries);
        const last = new Map(entries.map((entry) => [seriesName(entry), entry]));
        await stores.series.lock([...last.values()].map(seriesKey));
        await stores.series.update(
          [...last.values()].map((entry) => ({
            ...seriesKey(entry),
            number: entry.number,
            hash: entry.hash,
            validatedAt: entry.validatedAt,
          })),
        );
      }),
  };
}

let opened = 0;

/** Makes entries in a row. Lines are jotted down: `D 411000 LOC1 12.50 Loyer`, `C 512000 12.50`. */
export function entryMaker(): TestBook["entry"] {
  const numbers = new Map<string, number>();
  let ids = 0;
  const nextId = <Noun extends string>() => idOf<Noun>(0x1_0000 + ++ids);
  return (overrides, ...jotted) => {
    const accountingDate = overrides.accountingDate ?? ("2026-03-01" as Day);
    const key = {
      societyCode: overrides.societyCode ?? "1",
      journal: overrides.journal ?? "OD",
      year: Number(accountingDate.slice(0, 4)),
    };
    const number = (numbers.get(seriesName(key)) ?? 0) + 1;
    numbers.set(seriesName(key), number);
    const lines = jotted.map((text, index) => lineOf(text, index + 1, nextId()));
    return {
      id: nextId<"Entry">() as EntryId,
      ...key,
      number,
      reference: `${key.journal}-${key.year}-${String(number).padStart(6, "0")}`,
      status: "validated",
      entryDate: EPOCH,
      accountingDate,
      documentDate: accountingDate,
      documentReference: `P-${number}`,
      periodStart: null,
      periodEnd: null,
      description: null,
      sourceType: null,
      sourceId: null,
      sourceSeq: 0,
      validatedAt: EPOCH,
      validatedBy: ADMINISTRATOR.userId,
      reversalOfId: null,
      carriesForward: false,
      totalCents: sum(lines.map(({ debitCents }) => debitCents)),
      hash: `hash of ${seriesName(key)} ${number}`,
      updatedAt: EPOCH,
      lines,
      ...overrides,
    };
  };
}

function lineOf(jotted: string, lineNumber: number, id: LineId): Line {
  const [, side, accountCode = "", auxiliaryCode = null, euros, hundredths, label = "A label"] =
    /^([DC]) (\d{6}) (?:([^\d\s]\S*) )?(\d+)\.(\d\d)(?: (.+))?$/u.exec(jotted) ?? [];
  if (!side) throw new TypeError(`Not a line: ${jotted}`);
  const amount = cents(Number(`${euros}${hundredths}`));
  return {
    id,
    lineNumber,
    accountCode,
    accountName: `Account ${accountCode}`,
    auxiliaryCode,
    auxiliaryName: auxiliaryCode && `Then ${auxiliaryCode}`,
    label,
    debitCents: side === "D" ? amount : (0 as Cents),
    creditCents: side === "C" ? amount : (0 as Cents),
  };
}

const seriesKey = ({ societyCode, journal, year }: SeriesKey): SeriesKey => ({ societyCode, journal, year });
const seriesName = (key: SeriesKey): string => Object.values(seriesKey(key)).join(" ");
