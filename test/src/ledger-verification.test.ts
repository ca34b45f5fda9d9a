import { type BookId, bookChecks, type SealedEntry } from "@cartulary/ledger";
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
    expect(await found(database, books)).toEqual(findings.map((finding) => finding.replace("BOOK", bookId)));
  });
});

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
