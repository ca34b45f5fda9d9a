import type { Day, Month } from "@cartulary/kernel";
import {
  type Draft,
  type EntrySummary,
  type EntryView,
  entryListing,
  type Lettering,
  type LetteringId,
  NO_LETTERING,
  REVERSAL,
  type SealedEntry,
  sum,
} from "@cartulary/ledger";
import { ADMINISTRATOR, idOf, later } from "../harness/document-records.ts";
import { HARD_TEXTS, listingContract } from "../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../kernel/samples.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { draftOf, withoutSeal } from "./ledger-draft-contract.ts";
import { entryMaker, type LedgerHarness, openBook, type TestBook } from "./ledger-harness.ts";

const SOURCE = { sourceType: "Run", sourceId: idOf<string>(0x5000) } as const;
const everything = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;

/** Contract of entry stores. {@link ledgerGuardsContract} covers the immutability of sealed entries. */
export function ledgerEntryContract(name: string, { openDatabase }: LedgerHarness): void {
  describe(`${name} keeps sealed entries`, () => {
    it("returns whole entries, with and without optional fields", async () => {
      const book = await openBook(await openDatabase());
      const [whole, bare] = [wholeEntry(book), book.entry({}, "D 512000 1.00", "C 706100 1.00")];
      const reversal = book.entry({ reversalOfId: bare.id, carriesForward: true }, "C 512000 1.00", "D 706100 1.00");
      await book.seal(whole, bare);
      await book.seal(reversal);
      const ids = [whole.id, bare.id, idOf<"Entry">(0xeee), reversal.id];
      const found = await book.transact.read(({ entries }) => entries.findSealed(ids));
      expect(byNumber(found)).toEqual(byNumber([whole, bare, reversal]));
      expect(await book.transact.read(({ entries }) => entries.findSealed([]))).toEqual([]);
    });

    it("writes many entries and many lines at once", async () => {
      const book = await openBook(await openDatabase());
      const half = Array.from({ length: 5_100 }, () => ["D 411000 LOC1 0.01", "C 706100 0.01"]).flat();
      const long = book.entry({}, ...half);
      const short = Array.from({ length: 500 }, () => book.entry({}, "D 512000 1.00", "C 706100 1.00"));
      await book.seal(long, ...short);
      const found = await book.transact.read(({ entries }) => entries.findSealed([long, ...short].map(({ id }) => id)));
      expect(byNumber(found)).toEqual([long, ...short]);
      await book.transact.write(({ entries }) => entries.insert([]));
    });

    it("finds the opening of a society's book, and entries before it, without reversed ones", async () => {
      const book = await openBook(await openDatabase());
      const lines = ["D 512000 1.00", "C 467000 LOC1 1.00"] as const;
      const on = (accountingDate: string, more: Partial<SealedEntry> = {}) =>
        book.entry({ accountingDate: accountingDate as Day, ...more }, ...lines);
      const answersFor = (societyCode: string, day: string) =>
        book.transact.read(async ({ entries }) => [
          await entries.openingDay(societyCode),
          await entries.anyBefore(societyCode, day as Day),
        ]);
      const opening = on("2026-01-02", { sourceType: "Opening" });
      const carried = on("2026-01-01", { sourceType: "Opening", carriesForward: true, societyCode: "2" });
      await book.seal(opening, carried);
      expect(await answersFor("1", "2026-01-02")).toEqual(["2026-01-02", false]);
      expect(await answersFor("1", "2026-01-03")).toEqual(["2026-01-02", true]);
      expect(await answersFor("2", "2026-01-02")).toEqual([null, true]);
      await book.seal(on("2026-01-02", { reversalOfId: opening.id }));
      expect(await answersFor("1", "2026-12-31")).toEqual([null, false]);
      await book.seal(on("2026-02-01", { sourceType: "Opening" }));
      expect(await answersFor("1", "2026-02-01")).toEqual(["2026-02-01", false]);
      const draft = draftOf(book, { accountingDate: "2026-01-31" as Day });
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      expect(await answersFor("1", "2026-01-31")).toEqual(["2026-02-01", false]);
      expect(await answersFor("1", "2026-02-01")).toEqual(["2026-02-01", true]);
    });

    it("writes all of them or none", async () => {
      const book = await openBook(await openDatabase());
      const [good, twice] = [
        book.entry(SOURCE, "D 512000 1.00", "C 706100 1.00"),
        book.entry({ number: 1 }, "D 512000 1.00", "C 706100 1.00"),
      ];
      await expect(book.transact.write(({ entries }) => entries.insert([good, twice]))).rejects.toThrow(
        /unique|duplicate|ledger_entries_sealed/i,
      );
      expect(await book.transact.read(({ entries }) => entries.findSealed([good.id, twice.id]))).toEqual([]);
      await book.seal(good);
    });

    it("shows one with everything that its lines refer to", async () => {
      const book = await openBook(await openDatabase());
      const [entry, draft] = [wholeEntry(book), draftOf(book, {}, "D 411000 LOC1 3.00", "C 706100 2.00")];
      await book.seal(entry);
      const groupId: LetteringId = idOf(0x7000);
      const lettering: Lettering = { status: "full", groupId, code: "AA", day: "2026-04-01" as Day, inOneFile: true };
      await book.transact.write(async ({ accounts, drafts, letterings }) => {
        const who = { kind: "LOC", code: "LOC1", name: "Now", entityType: "Actor", entityId: "42" };
        await accounts.saveAuxiliary(who);
        await drafts.insert(draft);
        await letterings.set([{ lineId: entry.lines[0]?.id ?? idOf(0), lettering, fecLettering: null }], later(9));
      });
      const found = await book.transact.read(async ({ entries }) => [
        await entries.find(entry.id),
        await entries.find(draft.id),
        await entries.find(idOf(0xeee)),
      ]);
      const refers = { accountId: idOf(0xa01), entityType: "Actor", entityId: "42", lettering };
      const nothing = { accountId: idOf(0xa04), entityType: null, entityId: null, lettering: NO_LETTERING };
      const [first, second] = entry.lines;
      const sealed: EntryView = {
        ...summaryOf({ ...entry, updatedAt: later(9) }),
        validatedAt: entry.validatedAt,
        validatedBy: ADMINISTRATOR.userId,
        reversalOfId: null,
        lines: [{ ...first, ...refers } as EntryView["lines"][0], { ...second, ...nothing } as EntryView["lines"][0]],
      };
      const unsealed: EntryView = {
        ...summaryOf(draft),
        validatedAt: null,
        validatedBy: null,
        reversalOfId: null,
        lines: [
          { ...draft.lines[0], ...refers, lettering: NO_LETTERING } as EntryView["lines"][0],
          { ...draft.lines[1], ...nothing } as EntryView["lines"][0],
        ],
      };
      expect(found).toEqual([sealed, unsealed, null]);
    });

    it("refuses a source that made an entry already, in a batch, a draft or another entry", async () => {
      const book = await openBook(await openDatabase());
      const made = (sourceSeq: number) => book.entry({ ...SOURCE, sourceSeq }, "D 512000 1.00", "C 706100 1.00");
      await book.seal(made(1));
      await book.transact.write(({ drafts }) => drafts.insert(draftOf(book, { ...SOURCE, sourceSeq: 2 })));
      const insert = (...entries: readonly SealedEntry[]) =>
        book.transact.write((stores) => stores.entries.insert(entries));
      for (const refused of [[made(1)], [made(3), made(2)], [made(3), made(3)]])
        await expect(insert(...refused)).rejects.toMatchObject({ kind: "conflict", code: "duplicate_source" });
      await insert(made(3), book.entry({ ...SOURCE, sourceId: null }, "D 512000 1.00", "C 706100 1.00"));
      await insert(book.entry({ ...SOURCE, sourceId: null }, "D 512000 1.00", "C 706100 1.00"));
    });

    it("returns the entries of a source by sequence numbers, in pages, and none of another source", async () => {
      const book = await openBook(await openDatabase());
      const made = (sourceSeq: number, overrides: Partial<SealedEntry> = {}) =>
        book.entry({ ...SOURCE, sourceSeq, ...overrides }, "D 512000 1.00", "C 706100 1.00");
      const entries = [made(3), made(0), made(11), made(-1)];
      await book.seal(...entries, made(1, { sourceId: idOf(0xbad) }), made(2, { sourceType: "Other" }));
      await book.transact.write(({ drafts }) => drafts.insert(draftOf(book, { ...SOURCE, sourceSeq: 5 })));
      const source = { sourceType: SOURCE.sourceType, sourceId: SOURCE.sourceId };
      const [all, some] = await book.transact.read(async ({ entries: store }) => [
        await store.ofSource(source, null, 10),
        await store.ofSource(source, -1, 2),
      ]);
      expect(all).toEqual(entries.toSorted((one, other) => one.sourceSeq - other.sourceSeq));
      expect(some?.map(({ sourceSeq }) => sourceSeq)).toEqual([0, 3]);
    });

    it("refuses a second reversal of one entry, also in one batch", async () => {
      const book = await openBook(await openDatabase());
      const [one, other] = [1, 2].map(() => book.entry({}, "D 512000 1.00", "C 706100 1.00")) as [
        SealedEntry,
        SealedEntry,
      ];
      await book.seal(one, other);
      const reversal = ({ id }: SealedEntry, overrides: Partial<SealedEntry> = {}) =>
        book.entry(
          { sourceType: REVERSAL, sourceId: id, reversalOfId: id, ...overrides },
          "C 512000 1.00",
          "D 706100 1.00",
        );
      await book.seal(reversal(one));
      const sourceless = { sourceType: null, sourceId: null };
      for (const refused of [
        [reversal(one)],
        [reversal(one, sourceless)],
        [reversal(other), reversal(other)],
        [reversal(other), reversal(other, sourceless)],
      ])
        await expect(book.transact.write(({ entries }) => entries.insert(refused))).rejects.toMatchObject({
          kind: "invalid",
          code: "already_reversed",
        });
      await book.seal(reversal(other));
    });

    it("posts the validated entries of a month, and only these", async () => {
      const book = await openBook(await openDatabase());
      const dated = (day: string, overrides: Partial<SealedEntry> = {}) =>
        book.entry({ accountingDate: day as Day, ...overrides }, "D 512000 1.00", "C 706100 1.00");
      const [before, first, last, after] = ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"].map((day) =>
        dated(day),
      ) as [SealedEntry, SealedEntry, SealedEntry, SealedEntry];
      const posted = dated("2026-02-03", { status: "posted" });
      await book.seal(before, first, last, after, posted);
      const february = "2026-02" as Month;
      expect(await book.transact.write(({ entries }) => entries.post(february, later(60)))).toBe(2);
      expect(await book.transact.write(({ entries }) => entries.post(february, later(90)))).toBe(0);
      const all = [before, first, last, after, posted];
      const found = await book.transact.read(({ entries }) => entries.findSealed(all.map(({ id }) => id)));
      const turned = { status: "posted", updatedAt: later(60) } as const;
      const expected = [before, { ...first, ...turned }, { ...last, ...turned }, after, posted];
      expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
    });

    it("knows the first day of all entries, drafts included", async () => {
      const book = await openBook(await openDatabase());
      const firstDay = () => book.transact.read(({ entries }) => entries.firstDay());
      expect(await firstDay()).toBeNull();
      const draft = (day: string) =>
        book.transact.write(({ drafts }) => drafts.insert(draftOf(book, { accountingDate: day as Day })));
      await draft("2026-03-05");
      expect(await firstDay()).toBe("2026-03-05");
      await book.seal(book.entry({ accountingDate: "2026-02-05" as Day }, "D 512000 1.00", "C 706100 1.00"));
      expect(await firstDay()).toBe("2026-02-05");
      await draft("2025-12-31");
      expect(await firstDay()).toBe("2025-12-31");
    });

    it("shows and changes no entry of another book", async () => {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      // Made after others, so that its id is not that of the other book's first entry too.
      const [draft, entry] = [draftOf(book, { accountingDate: "2026-03-01" as Day }), wholeEntry(book)];
      await book.seal(entry);
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      const seen = await other.transact.write(async ({ entries }) => [
        await entries.find(entry.id),
        await entries.find(draft.id),
        await entries.findSealed([entry.id]),
        (await entries.list(everything)).total,
        await entries.firstDay(),
        await entries.post("2026-03" as Month, later(1)),
      ]);
      expect(seen).toEqual([null, null, [], 0, null, 0]);
      // Not even a reversal, which names the other book's entry.
      const reversal = other.entry({ reversalOfId: entry.id }, "C 512000 1.00", "D 706100 1.00");
      await expect(other.seal(reversal)).rejects.toThrow(/foreign key/i);
      // The same ids, numbers and sources are another entry there.
      await other.seal({ ...entry, description: "Another" });
      expect(await book.transact.read(({ entries }) => entries.findSealed([entry.id]))).toEqual([entry]);
      expect((await book.transact.read(({ entries }) => entries.list(everything))).total).toBe(2);
    });
  });

  const listed = someEntries();
  listingContract(`${name}, of entries,`, {
    listing: entryListing,
    records: listed.map(summaryOf),
    values: 12,
    sampled: SAMPLED_TYPES,
    async create(records) {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      const listedRecords = listed.filter(({ id }) => records.some((record) => record.id === id));
      const drafts = listedRecords.filter((each) => !("number" in each));
      await book.seal(...listedRecords.filter((each) => "number" in each));
      await book.transact.write(async (stores) => {
        for (const draft of drafts) await stores.drafts.insert(draft);
      });
      await other.seal(wholeEntry(other));
      return (query) => book.transact.read(({ entries }) => entries.list(query));
    },
  });
}

/** Two lines, and something in every field. */
function wholeEntry(book: TestBook): SealedEntry {
  const overrides: Partial<SealedEntry> = {
    ...SOURCE,
    sourceSeq: 9_007_199_254_740_991,
    societyCode: "Société É",
    accountingDate: "2026-03-01" as Day,
    documentDate: "2026-02-28" as Day,
    documentReference: "Pièce « 1 »\t\\ ' \"",
    periodStart: "2026-03-01" as Day,
    periodEnd: "2026-03-31" as Day,
    description: "Loyer\nmars 🏡",
    validatedAt: later(0.001),
    updatedAt: later(60),
  };
  const entry = book.entry(overrides, "D 411000 LOC1 0.01 Café \\n ' \" {} 🏡", "C 706100 0.01");
  const [first, second] = entry.lines as [SealedEntry["lines"][0], SealedEntry["lines"][0]];
  const most = Number.MAX_SAFE_INTEGER as SealedEntry["totalCents"];
  return {
    ...entry,
    lines: [
      { ...first, debitCents: most },
      { ...second, creditCents: most },
    ],
    totalCents: most,
  };
}

/** Codes are ASCII. */
const CODES = ["", "a", "A_b", "50%", "a\\b", "null", "'"] as const;

/** Drafts and sealed entries of every sort. */
function someEntries(): readonly (SealedEntry | Draft)[] {
  const [sealed, draft] = [entryMaker(), entryMaker()];
  const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;
  return Array.from({ length: 60 }, (_, index) => {
    const text = at(HARD_TEXTS, index);
    const month = String(1 + (index % 12)).padStart(2, "0");
    const hasPeriod = index % 3 !== 0;
    const overrides: Partial<SealedEntry> = {
      id: idOf(0x9_0000 + ((index * 7919) % 1000)),
      societyCode: at(["1", "2", "É", text], index >> 2),
      journal: at(["LOYERS", "loyers", "OD", "a_b%"], index),
      entryDate: later(index % 7),
      accountingDate: `202${4 + (index % 3)}-${month}-15` as Day,
      periodStart: hasPeriod ? (`2026-${month}-01` as Day) : null,
      periodEnd: hasPeriod ? (`2026-${month}-28` as Day) : null,
      description: index % 4 === 0 ? null : text,
      sourceType: at([null, "Run", "run", ""], index),
      sourceId: index % 5 === 0 ? null : idOf(0x5000 + (index % 11)),
      sourceSeq: index,
      updatedAt: later(index % 5),
    };
    const amount = `${index % 6}.5${index % 2}`;
    const lines = [
      `D 411000 LOC1 ${amount}`,
      `C 706100 ${amount}`,
      ...(index % 2 ? ["D 512000 1.00", "C 706100 1.00"] : []),
    ];
    if (index % 4 === 3) return withoutSeal(draft(overrides, ...lines, "D 512000 0.25"));
    const status = index % 8 === 0 ? "posted" : "validated";
    return sealed({ ...overrides, status, ...(index % 5 === 0 && { reference: at(CODES, index) }) }, ...lines);
  });
}

/** Returns the summary of a draft or a sealed entry in lists. */
function summaryOf(entry: SealedEntry | Draft): EntrySummary {
  const sealed = "number" in entry ? entry : null;
  const { id, journal, societyCode, entryDate, accountingDate, documentDate, documentReference } = entry;
  const { periodStart, periodEnd, description, sourceType, sourceId, sourceSeq, lines, updatedAt } = entry;
  return {
    ...{ id, journal, societyCode, entryDate, accountingDate, documentDate, documentReference },
    ...{ periodStart, periodEnd, description, sourceType, sourceId, sourceSeq, updatedAt },
    reference: sealed?.reference ?? null,
    status: sealed?.status ?? "draft",
    totalDebit: sum(lines.map(({ debitCents }) => debitCents)),
    totalCredit: sum(lines.map(({ creditCents }) => creditCents)),
    linesCount: lines.length,
    createdAt: entryDate,
  };
}

const byNumber = (entries: readonly SealedEntry[]) =>
  entries.toSorted((one, other) => one.societyCode.localeCompare(other.societyCode) || one.number - other.number);
const byId = (one: SealedEntry, other: SealedEntry) => (one.id < other.id ? -1 : 1);
