import type { Day } from "@cartulary/kernel";
import { type FileLine, type FileQuery, type Lettering, NO_LETTERING, type SealedEntry } from "@cartulary/ledger";
import { EPOCH, idOf, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerHarness, openBook, type TestBook } from "./ledger-harness.ts";

/** Contract of accounting file stores and of the records for verification. */
export function ledgerFileContract(name: string, { openDatabase }: LedgerHarness): void {
  const open = async () => openBook(await openDatabase());

  describe(`${name} streams the lines of a year`, () => {
    it("orders them by validation, journal as given, number and line number", async () => {
      const book = await open();
      const of = (journal: string, seconds: number) => book.entry({ journal, validatedAt: later(seconds) }, ...LINES);
      const [od1, od2, bank1, bank2, od3, loy1] = [
        of("OD", 0),
        of("OD", 1),
        of("BANQUE", 1),
        of("BANQUE", 1),
        of("OD", 2),
        of("LOYERS", 1),
      ] as const;
      await book.seal(od3, bank2, loy1, od2, od1, bank1);
      expect(await read(book)).toEqual([od1, loy1, bank1, bank2, od2, od3].flatMap((entry) => linesOf(entry)));
    });

    it("puts opening entries of 1 January first, and no other entry of that source or day", async () => {
      const book = await open();
      const of = (overrides: Partial<SealedEntry>, seconds: number) =>
        book.entry({ accountingDate: "2026-01-01" as Day, validatedAt: later(seconds), ...overrides }, ...LINES);
      const [call, manual] = [of({ journal: "LOYERS" }, 0), of({ sourceType: "Manual" }, 1)];
      const late = of({ sourceType: "Opening", accountingDate: "2026-01-02" as Day }, 2);
      const [imported, carried] = [
        of({ sourceType: "Opening", journal: "LOYERS" }, 4),
        of({ sourceType: "Opening", carriesForward: true }, 3),
      ];
      await book.seal(call, manual, late, imported, carried);
      expect(await read(book)).toEqual([carried, imported, call, manual, late].flatMap((entry) => linesOf(entry)));
    });

    it("reads the sealed lines of one book, society and civil year only", async () => {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      const entry = book.entry({}, ...LINES);
      await book.seal(
        entry,
        book.entry({ societyCode: "2" }, ...LINES),
        book.entry({ accountingDate: "2025-12-31" as Day }, ...LINES),
        book.entry({ accountingDate: "2027-01-01" as Day }, ...LINES),
      );
      await other.seal(other.entry({}, ...LINES));
      await book.transact.write(({ drafts }) => drafts.insert(book.entry({}, ...LINES)));
      expect(await read(book)).toEqual(linesOf(entry));
      expect(await read(book, { societyCode: "3" })).toEqual([]);
      expect(await read(book, { year: 2028 })).toEqual([]);
      const [own] = await read(other);
      expect(own?.reference).toBe(entry.reference);
    });

    it("sorts entries of an unlisted journal last", async () => {
      const book = await open();
      const [gone, remaining] = [book.entry({ journal: "ANCIEN" }, ...LINES), book.entry({ journal: "OD" }, ...LINES)];
      await book.seal(gone, remaining);
      expect(await references(book)).toEqual([remaining.reference, gone.reference]);
    });

    it("shows letters that were filed, else those of groups that are whole in the file, and of no other", async () => {
      const book = await open();
      const entry = book.entry({}, "D 411000 LOC1 1.00", "D 411000 LOC1 2.00", "D 411000 LOC1 3.00", "C 512000 6.00");
      await book.seal(entry);
      const group = { groupId: idOf<"Lettering">(1), code: "AAB", day: "2026-04-01" as Day } as const;
      const letterings: readonly Lettering[] = [
        { status: "full", ...group, inOneFile: true },
        { status: "full", ...group, inOneFile: false },
        { status: "partial", groupId: group.groupId, code: null, day: null, inOneFile: false },
        NO_LETTERING,
      ];
      await book.transact.write((stores) =>
        stores.letterings.set(
          letterings.map((lettering, index) => ({
            lineId: entry.lines[index]?.id ?? idOf(0),
            lettering,
            fecLettering: index < 3 ? null : { code: "AAC", day: "2026-04-02" as Day },
          })),
          EPOCH,
        ),
      );
      const shown = (await read(book)).map(({ letteringCode, letteringDay }) => [letteringCode, letteringDay]);
      expect(shown).toEqual([
        ["AAB", "2026-04-01"],
        [null, null],
        [null, null],
        ["AAC", "2026-04-02"],
      ]);
    });

    it("gives long years and long entries in batches, each line once", async () => {
      const book = await open();
      const long = book.entry({}, ...Array.from({ length: 1500 }, () => LINES).flat());
      const many = Array.from({ length: 1300 }, (_, index) =>
        book.entry({ journal: index % 10 === 0 ? "LOYERS" : "OD", validatedAt: later(index % 10) }, ...LINES),
      );
      const byJournal = Map.groupBy(many, ({ journal }) => journal);
      // Within a journal, validation follows the numbers.
      const sealed = [...byJournal.values()].flatMap((entries) =>
        entries.map((entry, index) => ({ ...entry, validatedAt: later(Math.floor(index / 300)) })),
      );
      await book.seal(long, ...sealed);
      const batches = await batchesOf(book);
      expect(Math.max(...batches.map(({ length }) => length))).toBe(3000);
      expect(batches.length).toBeGreaterThan(2);
      const place = ["LOYERS", "OD"];
      const ordered = [long, ...sealed].toSorted(
        (one, other) =>
          Date.parse(one.validatedAt) - Date.parse(other.validatedAt) ||
          place.indexOf(one.journal) - place.indexOf(other.journal) ||
          one.number - other.number,
      );
      expect(batches.flat()).toEqual(ordered.flatMap((entry) => linesOf(entry)));
    });

    it("shows one snapshot: nothing that is sealed or lettered meanwhile is in it", async () => {
      const book = await open();
      const entries = Array.from({ length: 1200 }, () => book.entry({}, ...LINES));
      await book.seal(...entries);
      const late = book.entry({}, ...LINES);
      const [begun, seen] = [Promise.withResolvers<void>(), [] as FileLine[]];
      // Chained here, since a transaction that is begun inside another one is refused.
      const written = begun.promise.then(() => book.seal(late));
      await book.transact.read(async ({ accountingFiles }) => {
        for await (const batch of accountingFiles.lines(QUERY)) {
          seen.push(...batch);
          begun.resolve();
          await written;
        }
      });
      expect(seen).toEqual(entries.flatMap((entry) => linesOf(entry)));
      expect((await read(book)).at(-1)?.reference).toBe(late.reference);
    });
  });

  describe(`${name} streams sealed lines day by day`, () => {
    it("orders them by day and entry, openings first on their day, across societies, journals and validation times", async () => {
      const book = await open();
      const of = (day: string, overrides: Partial<SealedEntry> = {}) =>
        book.entry({ accountingDate: day as Day, ...overrides }, ...LINES);
      const [late, early] = [of("2026-12-31", { validatedAt: later(1) }), of("2026-01-01", { validatedAt: later(9) })];
      const [second, other] = [of("2026-03-01", { journal: "LOYERS" }), of("2026-03-01", { societyCode: "2" })];
      const [opening, imported] = [
        of("2026-01-01", { sourceType: "Opening", carriesForward: true, validatedAt: later(20) }),
        of("2026-03-01", { sourceType: "Opening" }),
      ];
      const [before, after] = [of("2025-12-31"), of("2027-01-01")];
      await book.seal(late, early, second, other, opening, imported, before, after);
      await book.transact.write(({ drafts }) => drafts.insert(of("2026-04-01")));
      const year = [opening, early, imported, second, other, late];
      expect(await byDay(book, 2026)).toEqual(year.flatMap((entry) => linesOf(entry)));
      expect(await byDay(book, null)).toEqual([before, ...year, after].flatMap((entry) => linesOf(entry)));
      expect(await byDay(book, 2028)).toEqual([]);
      expect(await byDay(await open(), null)).toEqual([]);
    });

    it("gives long days in batches, each line once", async () => {
      const book = await open();
      const entries = Array.from({ length: 2600 }, (_, index) =>
        book.entry(
          {
            accountingDate: `2026-0${1 + (index % 2)}-15` as Day,
            sourceType: index % 5 === 0 ? "Opening" : null,
            sourceId: idOf(0x9000 + index),
          },
          ...LINES,
        ),
      );
      await book.seal(...entries);
      const batches = await batchesByDay(book, null);
      expect(batches.length).toBeGreaterThan(2);
      expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(2000);
      const ordered = entries.toSorted(
        (one, other) =>
          Date.parse(one.accountingDate) - Date.parse(other.accountingDate) ||
          Number(one.sourceType === null) - Number(other.sourceType === null),
      );
      expect(batches.flat()).toEqual(ordered.flatMap((entry) => linesOf(entry)));
    });
  });

  describe(`${name} shows verification the stored rows`, () => {
    it("gives every series, and the sealed entries of one by number", async () => {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      const entries = Array.from({ length: 5 }, (_, index) =>
        book.entry(
          {
            description: index === 0 ? null : `Number ${index}`,
            periodStart: "2026-03-01" as Day,
            sourceType: "Manual",
            sourceId: idOf(0x500 + index),
            sourceSeq: index,
            validatedAt: later(index),
            status: index === 1 ? "posted" : "validated",
            carriesForward: index === 2,
            updatedAt: later(100),
          },
          "D 411000 LOC1 1.00",
          "D 411000 0.50 Nœud",
          "C 512000 1.50",
        ),
      );
      const last = { ...entries[4], reversalOfId: entries[0]?.id ?? null } as SealedEntry;
      const rest = [book.entry({ societyCode: "2" }, ...LINES), book.entry({ journal: "BANQUE" }, ...LINES)];
      await book.seal(...entries.slice(0, 4), last, ...rest);
      const looked = (after: number, limit: number) =>
        book.transact.read(({ ledgerInspection }) => ledgerInspection.entries(SERIES, after, limit));
      const sound = (each: readonly unknown[]) => each.map((entry) => ({ ...(entry as SealedEntry), rowsAgree: true }));
      expect(await looked(0, 3)).toEqual(sound(entries.slice(0, 3)));
      expect(await looked(3, 3)).toEqual(sound([entries[3], last]));
      expect(await looked(5, 3)).toEqual([]);
      const series = await book.transact.read(({ ledgerInspection }) => ledgerInspection.series());
      expect(series.map(({ societyCode, journal, year, number }) => [societyCode, journal, year, number])).toEqual([
        ["1", "BANQUE", 2026, 1],
        ["1", "OD", 2026, 5],
        ["2", "OD", 2026, 1],
      ]);
      expect(series[1]).toEqual({ ...SERIES, number: 5, hash: last.hash, validatedAt: last.validatedAt });
      await other.transact.read(async ({ ledgerInspection }) => {
        expect(await ledgerInspection.series()).toEqual([]);
        expect(await ledgerInspection.entries(SERIES, 0, 10)).toEqual([]);
      });
    });
  });
}

const LINES = ["D 411000 LOC1 1.00", "C 512000 1.00"] as const;
const SERIES = { societyCode: "1", journal: "OD", year: 2026 } as const;
const QUERY: FileQuery = { societyCode: "1", year: 2026, journals: ["LOYERS", "BANQUE", "OD"] };

async function batchesOf(book: TestBook, query: Partial<FileQuery> = {}): Promise<readonly (readonly FileLine[])[]> {
  return book.transact.read(async ({ accountingFiles }) => {
    const batches: (readonly FileLine[])[] = [];
    for await (const batch of accountingFiles.lines({ ...QUERY, ...query })) batches.push(batch);
    return batches;
  });
}

const read = async (book: TestBook, query: Partial<FileQuery> = {}) => (await batchesOf(book, query)).flat();

async function batchesByDay(book: TestBook, year: number | null): Promise<readonly (readonly FileLine[])[]> {
  return book.transact.read(async ({ accountingFiles }) => {
    const batches: (readonly FileLine[])[] = [];
    for await (const batch of accountingFiles.linesByDay(year)) batches.push(batch);
    return batches;
  });
}

const byDay = async (book: TestBook, year: number | null) => (await batchesByDay(book, year)).flat();

/** The entries of the file, in its order. */
const references = async (book: TestBook) => [...new Set((await read(book)).map(({ reference }) => reference))];

function linesOf({ lines, ...entry }: SealedEntry): readonly FileLine[] {
  return lines.map(({ id: _, lineNumber: __, ...line }) => ({
    societyCode: entry.societyCode,
    journal: entry.journal,
    reference: entry.reference,
    accountingDate: entry.accountingDate,
    documentDate: entry.documentDate,
    documentReference: entry.documentReference,
    validatedAt: entry.validatedAt,
    carriesForward: entry.carriesForward,
    ...line,
    letteringCode: null,
    letteringDay: null,
  }));
}
