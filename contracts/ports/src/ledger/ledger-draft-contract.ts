import type { Day, Month } from "@cartulary/kernel";
import type { Draft, SealedEntry } from "@cartulary/ledger";
import { interleave } from "../harness/concurrent-transactions.ts";
import { idOf, later } from "../harness/document-records.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerHarness, openBook, type TestBook } from "./ledger-harness.ts";

const SOURCE = { sourceType: "Run", sourceId: idOf<string>(0x5000) } as const;
const FEBRUARY = "2026-02" as Month;

/** Contract of draft stores. */
export function ledgerDraftContract(name: string, { openDatabase }: LedgerHarness): void {
  describe(`${name} keeps drafts`, () => {
    it("gives back a whole draft, balanced or not, with lines or without", async () => {
      const book = await openBook(await openDatabase());
      const whole = draftOf(
        book,
        {
          ...SOURCE,
          sourceSeq: 2,
          societyCode: "Société É",
          periodStart: "2026-03-01" as Day,
          periodEnd: "2026-03-31" as Day,
          description: "Loyer — « mars »",
          updatedAt: later(0.001),
        },
        "D 411000 LOC1 12.50 Café",
        "C 706100 3.00",
        "C 467000 PRO1 1.00",
      );
      const bare = draftOf(book, {});
      await book.transact.write(async ({ drafts }) => {
        await drafts.insert(whole);
        await drafts.insert(bare);
      });
      const found = await book.transact.write(async ({ drafts }) => [
        await drafts.lock(whole.id),
        await drafts.lock(bare.id),
        await drafts.lock(idOf(0xeee)),
      ]);
      expect(found).toEqual([whole, bare, null]);
    });

    it("replaces a draft whole, and frees the source that it named", async () => {
      const book = await openBook(await openDatabase());
      const draft = draftOf(book, { ...SOURCE, description: "Before" }, "D 512000 1.00", "C 706100 1.00");
      const [longer, bare] = [
        draftOf(
          book,
          { id: draft.id, sourceType: "Other", sourceId: idOf(0x5001) },
          "D 512000 1.00",
          "D 411000 LOC1 2.00",
          "C 706100 3.00",
        ),
        draftOf(book, { id: draft.id }),
      ];
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      for (const replaced of [longer, bare, { ...draft, updatedAt: later(5) }]) {
        await book.transact.write(({ drafts }) => drafts.update(replaced));
        expect(await book.transact.write(({ drafts }) => drafts.lock(draft.id))).toEqual(replaced);
      }
      await book.transact.write(({ drafts }) => drafts.update(bare));
      await book.transact.write(({ drafts }) => drafts.insert(draftOf(book, SOURCE)));
    });

    it("removes a draft, and its source may make another entry", async () => {
      const book = await openBook(await openDatabase());
      const draft = draftOf(book, SOURCE, "D 512000 1.00", "C 706100 1.00");
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      await book.transact.write(({ drafts }) => drafts.remove(draft.id));
      await book.transact.write(({ drafts }) => drafts.remove(draft.id));
      expect(await book.transact.write(({ drafts }) => drafts.lock(draft.id))).toBeNull();
      const sealed = book.entry(SOURCE, "D 512000 1.00", "C 706100 1.00");
      await book.seal(sealed);
      expect(await book.transact.read(({ entries }) => entries.findSealed([sealed.id]))).toEqual([sealed]);
    });

    it("refuses a source that made an entry already, draft or sealed", async () => {
      const book = await openBook(await openDatabase());
      const sealed = book.entry({ ...SOURCE, sourceSeq: 1 }, "D 512000 1.00", "C 706100 1.00");
      const draft = draftOf(book, { ...SOURCE, sourceSeq: 2 });
      await book.seal(sealed);
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      const duplicate = { kind: "conflict", code: "duplicate_source" };
      for (const sourceSeq of [1, 2]) {
        const again = draftOf(book, { ...SOURCE, sourceSeq });
        await expect(book.transact.write(({ drafts }) => drafts.insert(again))).rejects.toMatchObject(duplicate);
        const free = draftOf(book, { ...SOURCE, sourceSeq: 10 + sourceSeq });
        await book.transact.write(({ drafts }) => drafts.insert(free));
        const changed = { ...free, sourceSeq };
        await expect(book.transact.write(({ drafts }) => drafts.update(changed))).rejects.toMatchObject(duplicate);
        expect(await book.transact.write(({ drafts }) => drafts.lock(free.id))).toEqual(free);
      }
      for (const other of [
        { sourceSeq: 3 },
        { sourceType: "Other", sourceSeq: 2 },
        { sourceId: null },
        { sourceId: null },
      ])
        await book.transact.write(({ drafts }) => drafts.insert(draftOf(book, { ...SOURCE, ...other })));
    });

    it("tells whether a month has one", async () => {
      const book = await openBook(await openDatabase());
      const anyIn = () => book.transact.read(({ drafts }) => drafts.anyIn(FEBRUARY));
      const dated = async (day: string) => {
        const draft = draftOf(book, { accountingDate: day as Day });
        await book.transact.write(({ drafts }) => drafts.insert(draft));
        return draft;
      };
      await dated("2026-01-31");
      await dated("2026-03-01");
      await book.seal(book.entry({ accountingDate: "2026-02-10" as Day }, "D 512000 1.00", "C 706100 1.00"));
      expect(await anyIn()).toBe(false);
      for (const day of ["2026-02-01", "2026-02-28"]) {
        const { id } = await dated(day);
        expect(await anyIn()).toBe(true);
        await book.transact.write(({ drafts }) => drafts.remove(id));
      }
      expect(await anyIn()).toBe(false);
    });

    it("shows and changes no draft of another book", async () => {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      const draft = draftOf(book, { ...SOURCE, accountingDate: "2026-02-10" as Day }, "D 512000 1.00", "C 706100 1.00");
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      await other.transact.write(async ({ drafts }) => {
        expect(await drafts.lock(draft.id)).toBeNull();
        expect(await drafts.anyIn(FEBRUARY)).toBe(false);
        await drafts.remove(draft.id);
        // The same source creates an entry in each book.
        await drafts.insert({ ...draft, description: "Another" });
        await drafts.update({ ...draft, description: "Another", lines: [] });
      });
      expect(await book.transact.write(({ drafts }) => drafts.lock(draft.id))).toEqual(draft);
      await other.transact.write(({ drafts }) => drafts.remove(draft.id));
      expect(await book.transact.write(({ drafts }) => drafts.lock(draft.id))).toEqual(draft);
    });

    it("frees no source of another book", async () => {
      const place = await openDatabase();
      const books = [await openBook(place), await openBook(place)] as const;
      const drafts = books.map((book) => draftOf(book, SOURCE, "D 512000 1.00", "C 706100 1.00"));
      expect(drafts[0]?.id).toBe(drafts[1]?.id);
      for (const [index, book] of books.entries())
        await book.transact.write((stores) => stores.drafts.insert(drafts[index] as Draft));
      await books[0].transact.write((stores) => stores.drafts.remove((drafts[0] as Draft).id));
      const again = draftOf(books[1], SOURCE, "D 512000 1.00", "C 706100 1.00");
      await expect(books[1].transact.write((stores) => stores.drafts.insert(again))).rejects.toMatchObject({
        code: "duplicate_source",
      });
    });

    it("lets a second lock of a draft wait, and then shows the change or the removal", async () => {
      const book = await openBook(await openDatabase());
      const draft = draftOf(book, {}, "D 512000 1.00", "C 706100 1.00");
      await book.transact.write(({ drafts }) => drafts.insert(draft));
      const changed = { ...draft, description: "Changed" };
      const [, found] = await interleave(book, {
        first: ({ drafts }) => drafts.lock(draft.id),
        afterwards: ({ drafts }) => drafts.update(changed),
        second: ({ drafts }) => drafts.lock(draft.id),
      });
      expect(found).toEqual(changed);
      const [, gone] = await interleave(book, {
        first: ({ drafts }) => drafts.lock(draft.id),
        afterwards: ({ drafts }) => drafts.remove(draft.id),
        second: ({ drafts }) => drafts.lock(draft.id),
      });
      expect(gone).toBeNull();
    });
  });
}

/** Returns a draft with the fields of an entry. */
export function draftOf(book: TestBook, overrides: Partial<Draft>, ...lines: readonly string[]): Draft {
  return withoutSeal(book.entry(overrides, ...lines));
}

/** Returns an entry as it was before it was sealed. */
export function withoutSeal({ updatedAt, ...entry }: SealedEntry): Draft {
  const { id, societyCode, journal, entryDate, accountingDate, documentDate, documentReference } = entry;
  const { periodStart, periodEnd, description, sourceType, sourceId, sourceSeq, lines } = entry;
  return {
    ...{ id, societyCode, journal, entryDate, accountingDate, documentDate, documentReference },
    ...{ periodStart, periodEnd, description, sourceType, sourceId, sourceSeq, lines, updatedAt },
  };
}
