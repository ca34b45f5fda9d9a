import { type Day, DomainError, type Month } from "@cartulary/kernel";
import type { NewEntry, SealedEntry } from "@cartulary/ledger";
import { entry, type LedgerModel } from "@cartulary/ledger/testkit";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ACCOUNTANT, openBook, type StoredBook } from "../../support/book.ts";
import { openTwice, type TestDatabase } from "../../support/databases.ts";
import { invariantsOf } from "../../support/ledger-invariants.ts";
import { booked } from "../../support/ledger-snapshot.ts";
import { runs } from "../../support/runs.ts";

const ROUNDS = runs({ sparing: 1, usual: 2, long: 20 });
const url = inject("postgresUrl");

describe.runIf(url !== null)("A ledger on Postgres that two hosts write at once", () => {
  let places: readonly [TestDatabase, TestDatabase];
  let count = 0;
  beforeAll(async () => {
    places = await openTwice(url ?? "");
  });
  afterAll(async () => {
    const [first, second] = places;
    await second.close();
    await first.close();
  });

  /** One book, by way of each host; each has ids of its own, and the clock of the second one is slow. */
  async function sharedBook(): Promise<readonly [StoredBook, StoredBook]> {
    count += 1;
    const own = await openBook(places[0], count, { calls: "at once" });
    const books = [own, await openBook(places[1], count, { seed: "elsewhere", calls: "at once" })] as const;
    books[1].clock.set("2026-03-05T08:59:59.000Z");
    return books;
  }

  it("numbers 1 to n without a gap in the order of validation, on one series and on many [R-24]", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = await sharedBook();
      const entries = Array.from({ length: 20 }, (_, index) => [
        rent("LOYERS", index),
        ...(index % 2 ? [rent("OD", index), rent("BANQUE", index)] : [rent("BANQUE", index), rent("OD", index)]),
      ]);
      const posts = entries.map((some, index) => hostOf(books, index).ledger.post(ACCOUNTANT, some));
      await Promise.all(posts);
      const stored = await soundBook(books[0]);
      expect(stored.sealed.length).toBe(60);
      for (const journal of ["LOYERS", "OD", "BANQUE"]) {
        const own = stored.sealed.filter((each) => each.journal === journal);
        expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
        expect(own.length).toBe(20);
      }
    }
  });

  it("leaves no gap where a post is refused [R-24]", async () => {
    const books = await sharedBook();
    const source = { sourceType: "Run", sourceId: "00000000-0000-7000-8000-000000000001" as never };
    const posts = Array.from({ length: 20 }, (_, index) =>
      hostOf(books, index).ledger.post(ACCOUNTANT, [
        rent("OD", index),
        { ...rent("OD", index), ...source, sourceSeq: index % 5 },
      ]),
    );
    const answers = await Promise.allSettled(posts);
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(5);
    expect(refusals(answers)).toEqual(Array.from({ length: 15 }, () => "conflict duplicate_source"));
    expect((await soundBook(books[0])).sealed.length).toBe(10);
  });

  it("reverses an entry once under concurrent requests [R-21]", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = await sharedBook();
      const [posted] = await books[0].ledger.post(ACCOUNTANT, [rent("LOYERS", 0)]);
      const { id } = posted as SealedEntry;
      const reversals = Array.from({ length: 12 }, (_, index) =>
        hostOf(books, index).ledger.reverse(ACCOUNTANT, { id }),
      );
      const answers = await Promise.allSettled(reversals);
      expect(refusals(answers)).toEqual(Array.from({ length: 11 }, () => "invalid already_reversed"));
      const { sealed } = await soundBook(books[0]);
      expect(sealed.map(({ reversalOfId }) => reversalOfId)).toEqual([null, id]);
    }
  });

  it("letters lines once under concurrent requests [R-25]", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = await sharedBook();
      const posted = await books[0].ledger.post(ACCOUNTANT, [rent("OD", 0), receipt("OD", 0)]);
      const lineIds = posted.flatMap(({ lines }) => lines.filter(isTenants).map(({ id }) => id));
      const letters = Array.from({ length: 12 }, (_, index) =>
        hostOf(books, index).ledger.letter(ACCOUNTANT, { lineIds }),
      );
      const answers = await Promise.allSettled(letters);
      expect(refusals(answers)).toEqual(Array.from({ length: 11 }, () => "invalid already_lettered"));
      const { letterings } = await soundBook(books[0]);
      expect(lineIds.map((id) => letterings.get(id)?.code)).toEqual(["AAA", "AAA"]);
    }
  });

  it("records the opening balances once under concurrent requests", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = await sharedBook();
      const { societyCode, lines } = receipt("OD", 0);
      const opening = { societyCode, date: "2026-01-01" as Day, lines };
      const openings = Array.from({ length: 8 }, (_, index) =>
        hostOf(books, index).ledger.enterOpening(ACCOUNTANT, opening),
      );
      const answers = await Promise.allSettled(openings);
      expect(refusals(answers)).toEqual(Array.from({ length: 7 }, () => "conflict opening_exists"));
      expect((await soundBook(books[0])).sealed.length).toBe(1);
    }
  });

  it("lets nothing into a month that is being closed", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const books = await sharedBook();
      await books[0].ledger.post(ACCOUNTANT, [rent("OD", 0)]);
      const posts = Array.from(
        { length: 10 },
        (_, index) => () => hostOf(books, index).ledger.post(ACCOUNTANT, [rent("OD", index)]),
      );
      const closing = () => books[1].ledger.closeMonth(ACCOUNTANT, "2026-02" as Month);
      const answers = await Promise.allSettled([...posts.slice(0, 5), closing, ...posts.slice(5)].map((act) => act()));
      expect(answers[5]?.status).toBe("fulfilled");
      expect(refusals(answers).filter((each) => each !== "invalid period_closed")).toEqual([]);
      const { sealed } = await soundBook(books[0]);
      expect(sealed.length).toBe(1 + 10 - refusals(answers).length);
      expect(sealed.every(({ status }) => status === "posted")).toBe(true);
      const [period] = await books[0].transact.read(({ periods }) => periods.list());
      expect(period?.entriesPosted).toBe(sealed.length);
    }
  });
});

/** A rent of February, paid at once. */
const rent = (journal: string, index: number): NewEntry =>
  entry(journal, "2026-02-10", `P-${index}`, `D 411000 LOC0001 ${index + 1}.00 x`, `C 706100 ${index + 1}.00 x`);

const receipt = (journal: string, index: number): NewEntry =>
  entry(journal, "2026-02-11", `V-${index}`, `D 512000 ${index + 1}.00 x`, `C 411000 LOC0001 ${index + 1}.00 x`);

const isTenants = ({ accountCode }: { readonly accountCode: string }) => accountCode === "411000";

const hostOf = (books: readonly [StoredBook, StoredBook], index: number): StoredBook => books[index % 2 === 0 ? 0 : 1];

/** The refusals with their codes; any other error is a failure. */
function refusals(answers: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return answers.flatMap((answer) => {
    if (answer.status === "fulfilled") return [];
    if (!(answer.reason instanceof DomainError)) throw answer.reason;
    return `${answer.reason.kind} ${answer.reason.code}`;
  });
}

/** The book as it is now, which breaks no invariant. */
async function soundBook(book: StoredBook): Promise<LedgerModel> {
  const stored = await booked(book);
  invariantsOf(book.bookId)(stored);
  return stored;
}
