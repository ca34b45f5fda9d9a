import type { Month } from "@cartulary/kernel";
import { type BookId, bookChecks, chainHash, chainStart, type SealedEntry } from "@cartulary/ledger";
import { entry, postWorkedExample } from "@cartulary/ledger/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { ACCOUNTANT, digests, type KeptBook, openBook } from "../support/book.ts";
import { databases, type TestDatabase } from "../support/databases.ts";

describe.each(databases)("Verification of books on $name", (engine) => {
  const opening = engine.open();
  afterAll(async () => (await opening).close());
  let count = 0;

  /** Two books of a test's own, with the worked example in each. */
  async function furnished() {
    const database = await opening;
    const books = [await openBook(database, ++count), await openBook(database, ++count)] as const;
    for (const book of books) await postWorkedExample(book, ACCOUNTANT);
    return { database, books };
  }

  it("finds nothing in books where everything happened that can", async () => {
    const { database, books } = await furnished();
    const [book] = books;
    const { ledger, clock } = book;
    const [posted] = await ledger.post(ACCOUNTANT, [OTHER]);
    await ledger.reverse(ACCOUNTANT, { id: posted?.id as SealedEntry["id"] });
    await ledger.draft(ACCOUNTANT, OTHER);
    clock.set("2026-05-01T09:00:00.000Z");
    await ledger.saveAuxiliary(ACCOUNTANT, {
      kind: "LOC",
      code: "LOC0001",
      name: "Renamed",
      entityType: null,
      entityId: null,
    });
    await ledger.discard(ACCOUNTANT, (await ledger.draft(ACCOUNTANT, OTHER)).id);
    expect(await found(database, books)).toEqual([]);
  });

  it.each(CASES)("finds %s, in the book where it is", async (_, damage, findings) => {
    const { database, books } = await furnished();
    const [, { bookId, ledger }] = books;
    const { items } = await ledger.list(ACCOUNTANT, {
      page: 1,
      perPage: 100,
      sort: "reference",
      direction: "asc",
      conditions: [],
    });
    const idOf = (reference: string) => items.find((item) => item.reference === reference)?.id ?? "none";
    await database.damage(...damage(`book_id = '${bookId}'`, idOf));
    // Letters of what was damaged are told beside it.
    const others = (await found(database, books)).filter((finding) => !finding.startsWith("lettering "));
    expect(others).toEqual(findings.map((finding) => finding.replace("BOOK", bookId)));
  });
});

describe.each(databases)("Verification of closed books on $name", (engine) => {
  const opening = engine.open();
  afterAll(async () => (await opening).close());
  let count = 100;

  /** A book whose December and January are closed, the year opened between; what is of February is open. */
  async function closedBook() {
    const database = await opening;
    const book = await openBook(database, ++count);
    const { ledger } = book;
    const source = { sourceType: "Run", sourceId: "00000000-0000-7000-8000-000000000001" as never, sourceSeq: 1 };
    await ledger.post(ACCOUNTANT, [
      { ...entry("BANQUE", "2025-12-10", "P", "D 512000 10.00 x", "C 706100 10.00 x"), ...source },
      entry("OD", "2025-12-10", "P", "D 411000 LOC0001 2.00 x", "C 706100 2.00 x"),
      entry("LOYERS", "2026-01-10", "P", "D 411000 LOC0001 3.00 x", "C 706100 3.00 x"),
    ]);
    await ledger.closeMonth(ACCOUNTANT, "2025-12" as Month);
    await ledger.closeMonth(ACCOUNTANT, "2026-01" as Month);
    const [open] = await ledger.post(ACCOUNTANT, [
      entry("LOYERS", "2026-02-10", "P", "D 411000 LOC0001 4.00 x", "C 706100 4.00 x"),
    ]);
    await ledger.reverse(ACCOUNTANT, { id: open?.id as SealedEntry["id"] });
    return { database, book };
  }

  it("finds nothing in one that was closed as it should", async () => {
    const { database, book } = await closedBook();
    expect(await found(database, [book])).toEqual([]);
  });

  it.each(CLOSED_CASES)("finds %s", async (_, damage, expected) => {
    const { database, book } = await closedBook();
    await database.damage(...damage(`book_id = '${book.bookId}'`));
    const all = await found(database, [book]);
    for (const finding of expected)
      expect(all).toContainEqual(expect.stringContaining(finding.replace("BOOK", book.bookId)));
  });

  it("finds a chain that was rewritten to its end, by what it had come to when a month was closed", async () => {
    const { database, book } = await closedBook();
    const own = `book_id = '${book.bookId}'`;
    const series = { societyCode: "1", journal: "OD", year: 2025 };
    const [entry] = await book.transact.read(({ ledgerInspection }) => ledgerInspection.entries(series, 0, 1));
    const forged = { ...(entry as SealedEntry), documentReference: "Forged" };
    const hash = chainHash(chainStart(book.bookId, series, digests), forged, digests);
    await database.damage(
      `update ledger_entries set document_reference = 'Forged', hash = '${hash}' where ${own} and id = '${forged.id}'`,
      `update ledger_series set hash = '${hash}' where ${own} and journal = 'OD' and year = 2025`,
    );
    expect(await found(database, [book])).toEqual([
      `numbering ${book.bookId} 1 OD 2025: was rewritten since 2025-12 was closed, up to OD-2025-000001 at least`,
    ]);
  });
});

const LETTERED = "lettering_code is not null and account_code = '411000'";
const UNSET =
  "lettering_status = 'none', lettering_group_id = null, lettering_code = null, lettering_day = null, lettering_in_one_file = false";

/** What is wrong, how it comes about, and what is found then beside what the chains tell. */
const CLOSED_CASES: readonly (readonly [string, (own: string) => readonly string[], readonly string[]])[] = [
  [
    "letters that do not sum to zero",
    (own) => [`update ledger_lines set ${UNSET} where ${own} and ${LETTERED} and debit_cents > 0`],
    ["does not hold together"],
  ],
  [
    "letters that are dated on no day of theirs",
    (own) => [`update ledger_lines set lettering_day = '2020-01-01' where ${own} and ${LETTERED}`],
    ["does not hold together"],
  ],
  [
    "letters that differ within their group",
    (own) => [`update ledger_lines set lettering_code = 'ZZZ' where ${own} and ${LETTERED} and debit_cents > 0`],
    ["does not hold together"],
  ],
  [
    "letters with a line of another account",
    (own) => [
      `update ledger_lines set lettering_group_id = (
        select lettering_group_id from ledger_lines where ${own} and ${LETTERED} limit 1)
        where ${own} and lettering_code is not null and account_code <> '411000'`,
    ],
    ["does not hold together"],
  ],
  [
    "a month that was opened again",
    (own) => [`update ledger_books set closed_through = '2025-12' where ${own.replace("book_id", "id")}`],
    ["period BOOK 2026-01: is the last that was closed, and the book is closed through 2025-12"],
  ],
  [
    "a closing that was removed",
    (own) => [`delete from ledger_periods where ${own} and period = '2026-01'`],
    ["period BOOK 2025-12: is the last that was closed, and the book is closed through 2026-01"],
  ],
  [
    "every closing forgotten",
    (own) => [
      `delete from ledger_periods where ${own}`,
      `update ledger_books set closed_through = null where ${own.replace("book_id", "id")}`,
    ],
    ["period BOOK 2026-01: is open, and 2 of its 2 entries are posted"],
  ],
  [
    "an entry of a closed month that is not posted",
    (own) => [`update ledger_entries set status = 'validated' where ${own} and journal = 'BANQUE'`],
    ["period BOOK 2025-12: is closed, and 1 of its 2 entries are posted"],
  ],
  [
    "a posted entry in an open month",
    (own) => [`update ledger_entries set status = 'posted' where ${own} and accounting_date > '2026-02-01'`],
    ["period BOOK 2026-02: is open, and 2 of its 2 entries are posted"],
  ],
  [
    "an entry that came into a month since it was closed",
    (own) => [
      `update ledger_lines set accounting_date = '2026-01-11' where ${own} and accounting_date = '2026-02-10'`,
      `update ledger_entries set accounting_date = '2026-01-11', status = 'posted'
        where ${own} and accounting_date = '2026-02-10'`,
    ],
    ["period BOOK 2026-01: was closed with 2 entries and has 4", "is not what was sealed"],
  ],
  [
    "another number of entries than a month was closed with",
    (own) => [`update ledger_periods set entries_posted = 7 where ${own} and period = '2025-12'`],
    ["period BOOK 2025-12: was closed with 7 entries and has 2"],
  ],
  [
    "what the series had come to forgotten",
    (own) => [`delete from ledger_closing_heads where ${own} and period = '2025-12'`],
    ["period BOOK 2025-12: lost what its series had come to when it was closed"],
  ],
  [
    "what a series had come to changed",
    (own) => [`update ledger_closing_heads set hash = 'x' where ${own} and journal = 'BANQUE'`],
    ["numbering BOOK 1 BANQUE 2025: was rewritten since 2025-12 was closed"],
  ],
  [
    "a journal's year that vanished",
    (own) => [
      `delete from ledger_sources where ${own}`,
      `delete from ledger_lines where ${own} and entry_id in (
        select id from ledger_entries where ${own} and journal = 'BANQUE')`,
      `delete from ledger_entries where ${own} and journal = 'BANQUE'`,
      `delete from ledger_series where ${own} and journal = 'BANQUE'`,
    ],
    [
      "numbering BOOK 1 BANQUE 2025: had come to 1 when 2025-12 was closed, and lost that entry",
      "period BOOK 2025-12: was closed with 2 entries and has 1",
      "opening BOOK OD-2026-000001: is not what the year before ended with",
    ],
  ],
  [
    "sources that were emptied",
    (own) => [`delete from ledger_sources where ${own}`],
    ["source BOOK BQ-2025-000001: is not written down with its entry"],
  ],
  [
    "a source that was given to another entry",
    (own) => [`update ledger_sources set entry_id = '00000000-0000-7000-8000-00000000dead' where ${own}`],
    ["source BOOK BQ-2025-000001: is not", "source BOOK 00000000-0000-7000-8000-00000000dead: is not"],
  ],
  [
    "an opening that is not what the year before ended with",
    (own) => [
      `update ledger_lines set debit_cents = debit_cents + 1 where ${own} and account_code = '512000' and accounting_date = '2026-01-01'`,
    ],
    ["opening BOOK OD-2026-000001: is not what the year before ended with"],
  ],
  [
    "a year that ended with something else than was opened",
    (own) => [
      `update ledger_lines set account_code = '512100' where ${own} and account_code = '512000' and accounting_date = '2025-12-10'`,
    ],
    ["opening BOOK OD-2026-000001: is not what the year before ended with"],
  ],
  [
    "a book that vanished",
    (own) => [
      ...[
        "closing_heads",
        "periods",
        "letter_series",
        "series",
        "sources",
        "lines",
        "entries",
        "accounts",
        "auxiliaries",
      ].map((table) => `delete from ledger_${table} where ${own}`),
      `delete from ledger_books where ${own.replace("book_id", "id")}`,
    ],
    ["book BOOK: is gone, with everything in it"],
  ],
];

const OTHER = entry("OD", "2026-03-31", "P", "D 512000 1.00 x", "C 706100 1.00 x");

const SEALED = "is not what was sealed: its hash does not follow from it and from the entry before it";

/** What is wrong, how it comes about (told which rows are the book's, and ids of entries), and what is found then. */
type Case = readonly [
  string,
  (own: string, idOf: (reference: string) => string) => readonly string[],
  readonly string[],
];

const CASES: readonly Case[] = [
  [
    "a changed amount",
    (own, idOf) => [
      `update ledger_lines set debit_cents = 1 where ${own} and entry_id = '${idOf("BQ-2026-000001")}' and line_number = 1`,
    ],
    [
      `entry BOOK BQ-2026-000001: ${SEALED}`,
      "entry BOOK BQ-2026-000001: does not balance: debits of 1 cents, credits of 108386, 108386 in all",
    ],
  ],
  [
    "amounts that were changed on both sides, and their total with them",
    (own, idOf) => [
      `update ledger_lines set debit_cents = 1 where ${own} and entry_id = '${idOf("BQ-2026-000001")}' and line_number = 1`,
      `update ledger_lines set credit_cents = 1 where ${own} and entry_id = '${idOf("BQ-2026-000001")}' and line_number = 2`,
      `update ledger_entries set total_cents = 1 where ${own} and id = '${idOf("BQ-2026-000001")}'`,
    ],
    [`entry BOOK BQ-2026-000001: ${SEALED}`],
  ],
  [
    "a line that counts for another day",
    (own, idOf) => [
      `update ledger_lines set accounting_date = '2025-03-01' where ${own} and entry_id = '${idOf("BQ-2026-000001")}' and line_number = 2`,
    ],
    [`entry BOOK BQ-2026-000001: ${SEALED}`],
  ],
  [
    "an entry that was moved to another day, its lines left where they were",
    (own, idOf) => [
      `update ledger_entries set accounting_date = '2026-03-02' where ${own} and id = '${idOf("BQ-2026-000001")}'`,
    ],
    [`entry BOOK BQ-2026-000001: ${SEALED}`],
  ],
  [
    "an entry that claims a line more than it has",
    (own, idOf) => [
      `update ledger_entries set lines_count = lines_count + 1 where ${own} and id = '${idOf("BQ-2026-000001")}'`,
    ],
    [`entry BOOK BQ-2026-000001: ${SEALED}`],
  ],
  [
    "a dropped entry",
    (own, idOf) => [
      `delete from ledger_lines where ${own} and entry_id = '${idOf("PRO-2026-000002")}'`,
      `delete from ledger_entries where ${own} and id = '${idOf("PRO-2026-000002")}'`,
    ],
    ["entry BOOK PRO-2026-000003: follows number 1: entries are missing between"],
  ],
  [
    "numbers in another order",
    (own, idOf) => [
      `update ledger_entries set number = 99 where ${own} and id = '${idOf("PRO-2026-000001")}'`,
      `update ledger_entries set number = 1 where ${own} and id = '${idOf("PRO-2026-000002")}'`,
      `update ledger_entries set number = 2 where ${own} and id = '${idOf("PRO-2026-000001")}'`,
    ],
    [
      `entry BOOK PRO-2026-000002: ${SEALED}`,
      `entry BOOK PRO-2026-000001: ${SEALED}`,
      `entry BOOK PRO-2026-000003: ${SEALED}`,
    ],
  ],
  [
    "swapped lines",
    (own, idOf) => [
      `update ledger_lines set line_number = 99 where ${own} and entry_id = '${idOf("CHA-2026-000001")}' and line_number = 2`,
      `update ledger_lines set line_number = 2 where ${own} and entry_id = '${idOf("CHA-2026-000001")}' and line_number = 3`,
      `update ledger_lines set line_number = 3 where ${own} and entry_id = '${idOf("CHA-2026-000001")}' and line_number = 99`,
    ],
    [`entry BOOK CHA-2026-000001: ${SEALED}`],
  ],
  [
    "a tail that was cut off",
    (own, idOf) => [
      `delete from ledger_lines where ${own} and entry_id = '${idOf("PRO-2026-000004")}'`,
      `delete from ledger_entries where ${own} and id = '${idOf("PRO-2026-000004")}'`,
    ],
    ["numbering BOOK 1 PROPRIO 2026: has come to 4, but its entries end at 3"],
  ],
  [
    "an entry that was rehashed alone",
    (own, idOf) => [
      `update ledger_entries set description = 'Forged', hash = 'forged' where ${own} and id = '${idOf("PRO-2026-000004")}'`,
    ],
    [
      `entry BOOK PRO-2026-000004: ${SEALED}`,
      "numbering BOOK 1 PROPRIO 2026: ends on another hash than its last entry",
    ],
  ],
  [
    "a series that was turned back",
    (own) => [`update ledger_series set number = 3 where ${own} and journal = 'PROPRIO'`],
    [
      "numbering BOOK 1 PROPRIO 2026: has come to 3, and entry PRO-2026-000004 is beyond",
      "numbering BOOK 1 PROPRIO 2026: ends on another hash than its last entry",
    ],
  ],
  [
    "a series that was lost",
    (own) => [`delete from ledger_series where ${own} and journal = 'LOYERS'`],
    ["numbering BOOK 1 LOYERS 2026: has come to 0, and entry LOY-2026-000001 is beyond"],
  ],
  [
    "an entry that was moved into another journal",
    (own, idOf) => [
      `update ledger_entries set journal = 'OD', number = 2 where ${own} and id = '${idOf("CHA-2026-000001")}'`,
    ],
    [
      "numbering BOOK 1 OD 2026: has come to 1, and entry CHA-2026-000001 is beyond",
      "numbering BOOK 1 CHARGES 2026: has come to 1, but its entries end at 0",
    ],
  ],
];

async function found({ transactFor }: TestDatabase, books: readonly KeptBook[]): Promise<readonly string[]> {
  const pages = async function* (): AsyncGenerator<readonly BookId[]> {
    for (const { bookId } of books) yield [bookId];
  };
  const all: string[] = [];
  for (const check of bookChecks({ transactFor, books: pages, digests })) {
    for await (const { findings } of check.look())
      all.push(...findings.map(({ area, id, message }) => `${area} ${id}: ${message}`));
  }
  return all;
}
