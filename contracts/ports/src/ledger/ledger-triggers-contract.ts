import type { Month } from "@cartulary/kernel";
import type { SealedEntry } from "@cartulary/ledger";
import { idOf, later } from "../harness/document-records.ts";
import { refusalMessage } from "../harness/refusal-message.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type LedgerDatabase, openBook } from "./ledger-harness.ts";

/** A database of books with direct SQL access. */
export interface GuardedDatabase extends LedgerDatabase {
  /** Sends statements past every port, in one transaction; rejects where the database refuses one, or their commit. */
  executeSql(...statements: readonly string[]): Promise<void>;
  /** Begins a transaction past every port, and leaves it open; absent where one alone may write. */
  openTransaction?(): Promise<OpenSession>;
  columns(table: "ledger_entries" | "ledger_lines"): Promise<readonly string[]>;
  /** The schema of the tables. */
  readonly schema: string;
}

/** An open transaction of another user. */
interface OpenSession {
  /** Rejects where the database refuses it. */
  send(statement: string): Promise<void>;
  /** Rejects where the commit is refused. The session is over either way. */
  commit(): Promise<void>;
}

export interface LedgerGuardsHarness {
  /** True if two transactions may write at the same time. */
  readonly writesAtOnce: boolean;
  /** One database for all tests, in which each has books of its own. */
  openDatabase(): Promise<GuardedDatabase>;
}

/** Expressions by column. */
type Values = Readonly<Record<string, string>>;

const SEALED = /sealed/;
const REPLACE = "insert or replace into";

/** A value that each column does not have; the others may change. */
const OTHER_ENTRY: Values = {
  book_id: quoted(idOf(0xeee)),
  id: quoted(idOf(0xeee)),
  society_code: "'2'",
  society_code_fold: "'2'",
  journal: "'LOYERS'",
  entry_date: "updated_at",
  accounting_date: "'2026-03-02'",
  document_date: "'2026-03-02'",
  document_reference: "'Another'",
  period_start: "'2026-03-02'",
  period_end: "null",
  description: "null",
  description_fold: "'another'",
  source_type: "'Another'",
  source_id: "null",
  source_seq: "source_seq + 1",
  lines_count: "lines_count + 1",
  year: "year + 1",
  number: "number + 100",
  reference: "'OD-2026-000100'",
  validated_at: "updated_at",
  validated_by: quoted(idOf(0xeee)),
  reversal_of_id: "id",
  carries_forward: "true",
  total_cents: "total_cents + 1",
  hash: "'another'",
};
const OTHER_LINE: Values = {
  book_id: quoted(idOf(0xeee)),
  entry_id: quoted(idOf(0xeee)),
  line_number: "line_number + 100",
  id: quoted(idOf(0xeee)),
  account_code: "'512000'",
  account_name: "'Another'",
  auxiliary_code: "'LOC2'",
  auxiliary_name: "null",
  label: "'Another'",
  debit_cents: "debit_cents + credit_cents",
  credit_cents: "credit_cents + debit_cents",
  accounting_date: "'2026-03-02'",
};
const LETTERS = [
  "lettering_status",
  "lettering_group_id",
  "lettering_code",
  "lettering_day",
  "lettering_in_one_file",
  "lettering_filed_code",
  "lettering_filed_day",
] as const;

/** Contract of database triggers: they reject every change that would unbalance or modify sealed entries. */
export function ledgerGuardsContract(name: string, { openDatabase, writesAtOnce }: LedgerGuardsHarness): void {
  describe(`${name} keeps entries as they were sealed`, () => {
    /** Two entries, a reversal of the second, and another book. */
    async function sealedBook() {
      const place = await openDatabase();
      const [book, other] = [await openBook(place), await openBook(place)];
      const description = {
        description: "Loyer",
        periodStart: "2026-03-01",
        periodEnd: "2026-03-31",
        sourceSeq: 3,
      } as const;
      const source = { sourceType: "Run", sourceId: idOf<string>(0x5000) } as const;
      const entry = book.entry(
        { ...description, ...source, updatedAt: later(60) } as Partial<SealedEntry>,
        "D 411000 LOC1 12.50",
        "C 706100 12.50",
      );
      const mistake = book.entry({}, "D 411000 LOC1 1.00", "C 706100 1.00");
      const reversal = book.entry({ reversalOfId: mistake.id }, "C 411000 LOC1 1.00", "D 706100 1.00");
      await book.seal(entry, mistake);
      await book.seal(reversal);
      await other.seal(other.entry({}, "D 411000 LOC1 5.00", "C 706100 5.00"));
      const everything = async () => [
        await book.transact.read(({ entries }) => entries.findSealed([entry, mistake, reversal].map(({ id }) => id))),
        await other.transact.read(async ({ ledgerInspection }) => {
          const [series] = await ledgerInspection.series();
          return series && ledgerInspection.entries(series, 0, 10);
        }),
      ];
      const before = sorted(await everything());
      const columns = {
        ledger_entries: await place.columns("ledger_entries"),
        ledger_lines: await place.columns("ledger_lines"),
      };
      return {
        ...place,
        ...book,
        jot: book.entry,
        otherId: other.bookId,
        entry,
        mistake,
        reversal,
        columns,
        /** A statement that adds a copy of a row, but for some columns; or several copies. */
        copy(table: keyof typeof columns, id: string, changes: Values | readonly Values[], verb = "insert into") {
          const copies = [changes].flat().map((each: Values) => {
            const selected = columns[table].map((column) => each[column] ?? column);
            return `select ${selected.join(", ")} from ${table}
              where book_id = ${quoted(book.bookId)} and id = ${quoted(id)}`;
          });
          const names = columns[table].join(", ");
          // The first of several says what types the others are of.
          if (copies.length > 1) copies.unshift(`select ${names} from ${table} where false`);
          return `${verb} ${table} (${names}) ${copies.join(" union all ")}`;
        },
        unchanged: async () => expect(sorted(await everything())).toEqual(before),
      };
    }
    type Book = Awaited<ReturnType<typeof sealedBook>>;

    /** A new entry by hand, copied from the first one, with what is wrong with it. */
    function posted(book: Book, header: Values, ...lines: readonly Values[]) {
      const [id, number] = [quoted(idOf(0xe00)), "number + 50"];
      const [first] = book.entry.lines;
      const own = { id, number, reference: "'OD-2026-000050'", source_id: "null", source_type: "null" };
      const added = lines.map((line, index) => ({
        entry_id: id,
        id: quoted(idOf(0xe10 + index)),
        line_number: String(index + 1),
        debit_cents: "0",
        credit_cents: "0",
        ...line,
      }));
      return [
        ...(added.length === 0 ? [] : [book.copy("ledger_lines", first?.id ?? "", added)]),
        book.copy("ledger_entries", book.entry.id, { ...own, lines_count: String(lines.length), ...header }),
      ];
    }
    const [debit, credit] = [{ debit_cents: "1250" }, { credit_cents: "1250" }];

    it("takes an entry by hand whose lines balance, also in a savepoint", async () => {
      const book = await sealedBook();
      await book.executeSql("savepoint here", ...posted(book, {}, debit, credit), "release savepoint here");
      const found = await book.transact.read(({ entries }) => entries.findSealed([idOf(0xe00)]));
      expect(found).toMatchObject([{ number: 51, totalCents: 1250 }]);
    });

    it("lets letters be written, an entry be posted, and its time of change be set", async () => {
      const book = await sealedBook();
      const letters = LETTERS.map((column) => `${column} = ${column}`).join(", ");
      await book.executeSql(
        `update ledger_lines set ${letters} where book_id = ${quoted(book.bookId)}`,
        `update ledger_entries set status = 'posted', updated_at = validated_at where book_id = ${quoted(book.bookId)}`,
      );
      const [found] = await book.transact.read(({ entries }) => entries.findSealed([book.entry.id]));
      expect(found).toEqual({ ...book.entry, status: "posted", updatedAt: book.entry.validatedAt });
    });

    it("knows every column that may not change", async () => {
      const { columns } = await sealedBook();
      expect([...columns.ledger_entries].sort()).toEqual([...Object.keys(OTHER_ENTRY), "status", "updated_at"].sort());
      expect([...columns.ledger_lines].sort()).toEqual([...Object.keys(OTHER_LINE), ...LETTERS].sort());
    });

    it("refuses letters that contradict each other", async () => {
      const book = await sealedBook();
      const [group, full] = [quoted(idOf(0xf00)), "lettering_status = 'full'"];
      for (const change of [
        "lettering_status = 'done'",
        full,
        `lettering_group_id = ${group}`,
        "lettering_code = 'AAA', lettering_day = '2026-03-01'",
        "lettering_in_one_file = true",
        "lettering_filed_code = 'AAA'",
        `${full}, lettering_group_id = ${group}`,
        `${full}, lettering_group_id = ${group}, lettering_code = 'AAA'`,
        `${full}, lettering_code = 'AAA', lettering_day = '2026-03-01'`,
        `lettering_status = 'partial', lettering_group_id = ${group}, lettering_code = 'AAA', lettering_day = '2026-03-01'`,
      ])
        expect(await refusalMessage(book.executeSql(`update ledger_lines set ${change}`), change)).toMatch(/check/i);
      await book.unchanged();
    });

    it("refuses to change any of them", async () => {
      const book = await sealedBook();
      const changes = [
        ...Object.entries(OTHER_ENTRY).map(([column, other]) => ["ledger_entries", column, other] as const),
        ...Object.entries(OTHER_LINE).map(([column, other]) => ["ledger_lines", column, other] as const),
      ];
      for (const [table, column, other] of changes) {
        const one = table === "ledger_entries" ? book.entry.id : book.entry.lines[0]?.id;
        await refused(book, `update ${table} set ${column} = ${other} where id = ${quoted(one ?? "")}`);
        await refused(book, `update ${table} set ${column} = ${other}`);
      }
      await book.unchanged();
    });

    it("refuses to turn a status back, or into another", async () => {
      const book = await sealedBook();
      await refused(book, "update ledger_entries set status = 'draft'");
      await refused(
        book,
        "update ledger_entries set status = 'posted'",
        "update ledger_entries set status = 'validated'",
      );
      await book.unchanged();
    });

    it("refuses to delete", async () => {
      const book = await sealedBook();
      for (const table of ["ledger_entries", "ledger_lines"]) {
        await refused(book, `delete from ${table}`);
        await refused(book, "savepoint here", `delete from ${table}`, "release savepoint here");
      }
      await refused(book, "delete from ledger_lines where debit_cents = 1250");
      await refused(book, "delete from ledger_lines", "delete from ledger_entries");
      await book.unchanged();
    });

    it("refuses to truncate and to merge, or does not know how", async () => {
      const book = await sealedBook();
      for (const statement of [
        "truncate ledger_entries",
        "truncate ledger_lines",
        "truncate ledger_entries cascade",
        "truncate ledger_lines, ledger_entries",
        "truncate ledger_books cascade",
        "merge into ledger_lines using (select 1) as one on true when matched then update set label = 'x'",
        "merge into ledger_entries using (select 1) as one on true when matched then delete",
      ])
        expect(await refusalMessage(book.executeSql(statement), statement)).toMatch(
          /sealed|cannot truncate|syntax error/,
        );
      await book.unchanged();
    });

    it("refuses to replace a sealed row, by any of its keys", async () => {
      const book = await sealedBook();
      const [line] = book.entry.lines;
      const other = { id: quoted(idOf(0xe00)) };
      const replacing = (header: Values) =>
        posted(book, header, debit, credit).with(
          -1,
          book.copy("ledger_entries", book.entry.id, { ...other, lines_count: "2", ...header }, REPLACE),
        );
      for (const statements of [
        [book.copy("ledger_entries", book.entry.id, { hash: "'another'" }, REPLACE)],
        replacing({ hash: "'another'" }),
        replacing({ number: "number + 50", reversal_of_id: quoted(book.mistake.id) }),
        [book.copy("ledger_lines", line?.id ?? "", { label: "'another'" }, REPLACE)],
        [book.copy("ledger_lines", line?.id ?? "", { entry_id: quoted(idOf(0xe00)) }, REPLACE)],
        [book.copy("ledger_lines", line?.id ?? "", other, REPLACE)],
      ])
        await expect(book.executeSql(...statements)).rejects.toThrow(/sealed|reversal_of_id_unique|syntax error/);
      await book.unchanged();
    });

    it("refuses to change a sealed row on conflict", async () => {
      const book = await sealedBook();
      const [line] = book.entry.lines;
      await refused(
        book,
        `${book.copy("ledger_entries", book.entry.id, {})} on conflict (book_id, id) do update set hash = 'another'`,
      );
      await refused(
        book,
        `${book.copy("ledger_lines", line?.id ?? "", {})} on conflict (book_id, id) do update set label = 'another'`,
      );
      await book.unchanged();
    });

    it("refuses lines that come late, also a pair that balances, and in a savepoint", async () => {
      const book = await sealedBook();
      const [line] = book.entry.lines;
      const late = (count: number, changes: Values) =>
        book.copy("ledger_lines", line?.id ?? "", {
          id: quoted(idOf(0xe20 + count)),
          line_number: String(2 + count),
          debit_cents: "0",
          ...changes,
        });
      const pair = [late(1, debit), late(2, credit)];
      await refused(book, late(1, debit));
      await refused(book, ...pair);
      await refused(book, "savepoint here", ...pair, "release savepoint here");
      await refused(book, ...posted(book, {}, debit, credit), late(1, { ...debit, entry_id: quoted(idOf(0xe00)) }));
      await book.unchanged();
    });

    it("is not deceived by temporary tables of the same names", async () => {
      const book = await sealedBook();
      const named = (statement: string) => statement.replace(/ (ledger_\w+)/g, ` ${book.schema}.$1`);
      const late = { id: quoted(idOf(0xe20)), line_number: "3" };
      await refused(
        book,
        `create temporary table ledger_entries as select * from ${book.schema}.ledger_entries where false`,
        named(book.copy("ledger_lines", book.entry.lines[0]?.id ?? "", late)),
      );
      const lines = `select * from ${book.schema}.ledger_lines where entry_id = ${quoted(book.entry.id)}`;
      await expect(
        book.executeSql(
          `create temporary table ledger_lines as ${lines}`,
          `update ledger_lines set entry_id = ${quoted(idOf(0xe00))}`,
          ...posted(book, { lines_count: "2" }).map(named),
        ),
      ).rejects.toThrow(/ledger_entries_balanced/);
      await book.unchanged();
    });

    it("refuses lines without an entry", async () => {
      const book = await sealedBook();
      await expect(book.executeSql(...posted(book, {}, debit, credit).slice(0, -1))).rejects.toThrow(/foreign key/i);
      await book.unchanged();
    });

    it("refuses an entry that contradicts its lines", async () => {
      const book = await sealedBook();
      const cases: Readonly<Record<string, readonly [header: Values, ...lines: readonly Values[]]>> = {
        "no lines": [{}],
        "one line": [{ total_cents: "0" }, debit],
        "debits beyond its credits": [{}, { debit_cents: "1251" }, credit],
        "credits beyond its debits": [{}, debit, credit, { credit_cents: "1" }],
        "two debits": [{}, debit, debit],
        "another total": [{ total_cents: "1251" }, debit, credit],
        "more lines than it has": [{ lines_count: "3" }, debit, credit],
        "fewer lines than it has": [{ lines_count: "1" }, debit, credit],
        "a gap in the numbers of its lines": [{}, debit, { ...credit, line_number: "3" }],
        "lines from 2 on": [{}, { ...debit, line_number: "3" }, credit],
        "lines from 0 on": [{}, { ...debit, line_number: "0" }, { ...credit, line_number: "1" }],
        "a line of another day": [{}, debit, { ...credit, accounting_date: "'2026-03-02'" }],
        "another day than its lines": [{ accounting_date: "'2026-03-02'" }, debit, credit],
      };
      for (const [title, [header, ...lines]] of Object.entries(cases)) {
        const statements = posted(book, header, ...lines);
        const unbalanced = /ledger_entries_balanced|the first with the others/;
        expect(await refusalMessage(book.executeSql(...statements), title)).toMatch(unbalanced);
        const inside = ["savepoint here", ...statements, "release savepoint here"];
        expect(await refusalMessage(book.executeSql(...inside), title)).toMatch(unbalanced);
      }
      await book.unchanged();
    });

    it("refuses a line that has not one side, or an account that the book has not", async () => {
      const book = await sealedBook();
      const cases: Readonly<Record<string, readonly Values[]>> = {
        "both sides": [{ debit_cents: "2500", credit_cents: "1250" }, credit],
        neither: [debit, credit, {}],
        "a negative amount": [debit, { credit_cents: "1251" }, { credit_cents: "-1" }],
        "an unknown account": [debit, { ...credit, account_code: "'999999'" }],
      };
      for (const [title, lines] of Object.entries(cases))
        expect(await refusalMessage(book.executeSql(...posted(book, {}, ...lines)), title)).toMatch(
          /check|foreign key/i,
        );
      await book.unchanged();
    });

    it("refuses a number twice, a second reversal, and an entry that seals another book's lines", async () => {
      const book = await sealedBook();
      for (const header of [
        { number: "number" },
        { number: "0" },
        { number: "-1" },
        { reversal_of_id: quoted(book.mistake.id) },
        { book_id: quoted(book.otherId) },
        { status: "'draft'" },
      ])
        await expect(book.executeSql(...posted(book, header, debit, credit))).rejects.toThrow(
          /unique|duplicate|foreign key|check|sealed|balanced/i,
        );
      await book.unchanged();
    });

    it("refuses an entry that is dated in a closed month", async () => {
      const book = await sealedBook();
      await book.executeSql(...closed(book));
      await expect(book.executeSql(...posted(book, {}, debit, credit))).rejects.toThrow(/ledger_month_sealed/);
      const next = { accounting_date: "'2026-04-01'" };
      await book.executeSql(...posted(book, next, { ...debit, ...next }, { ...credit, ...next }));
    });

    it("refuses to open a month again, to forget that one was closed, and to say so of another", async () => {
      const book = await sealedBook();
      const own = `where book_id = ${quoted(book.bookId)}`;
      await refused(book, period(book, "2026-03"));
      await book.transact.write(async ({ books, periods }) => {
        const found = await books.lock();
        if (found) await books.update({ ...found, closedThrough: "2026-03" as Month });
        await periods.insert({ period: "2026-03" as Month, entriesPosted: 0, closedAt: later(60) });
      });
      for (const change of ["closed_through = null", "closed_through = '2026-02'", `id = ${quoted(idOf(0xeee))}`])
        await refused(book, `update ledger_books set ${change} where id = ${quoted(book.bookId)}`);
      for (const table of ["ledger_periods", "ledger_closing_heads"]) {
        await refused(book, `delete from ${table} ${own}`);
        await refused(book, `update ${table} set period = '2026-02' ${own}`);
      }
      await refused(book, period(book, "2026-04"));
      await expect(book.executeSql(period(book, "2026-03", REPLACE))).rejects.toThrow(/sealed|syntax error/);
      const [remaining] = await book.transact.read(({ periods }) => periods.list());
      expect(remaining).toMatchObject({ period: "2026-03", entriesPosted: 0 });
    });

    it("refuses to turn a series or letters back, to begin one elsewhere, and to forget them", async () => {
      const book = await sealedBook();
      const own = `where book_id = ${quoted(book.bookId)}`;
      await book.transact.write(async ({ letterings }) => {
        const [letters] = await letterings.lock([{ accountCode: "411000", auxiliaryCode: "LOC1" }]);
        if (letters) await letterings.update([{ ...letters, last: "AAAB" }]);
      });
      for (const [table, change] of [
        ["ledger_series", "number = number - 1"],
        ["ledger_series", "hash = 'another'"],
        ["ledger_series", "year = year + 1"],
        ["ledger_letter_series", "last = 'ZZZ'"],
        ["ledger_letter_series", "last = 'AAAA'"],
        ["ledger_letter_series", "last = null"],
        ["ledger_letter_series", "auxiliary_code = 'LOC2'"],
      ] as const)
        await refused(book, `update ${table} set ${change} ${own}`);
      for (const table of ["ledger_series", "ledger_letter_series"]) await refused(book, `delete from ${table} ${own}`);
      await refused(
        book,
        `insert into ledger_series (book_id, society_code, journal, year, number, hash)
          values (${quoted(book.bookId)}, '1', 'LOYERS', 2026, 7, 'h')`,
      );
      const replaced = `${REPLACE} ledger_series (book_id, society_code, journal, year, number)
        values (${quoted(book.bookId)}, '1', 'OD', 2026, 0)`;
      await book.executeSql(replaced).catch((error: Error) => expect(error.message).toMatch(/syntax error/));
      const [series] = await book.transact.read(({ ledgerInspection }) => ledgerInspection.series());
      expect(series).toMatchObject({ journal: "OD", number: 3 });
      await book.executeSql(`update ledger_series set number = number + 1, hash = 'next' ${own}`);
    });

    it("refuses to remove or change the source of an entry, and allows it for a draft", async () => {
      const book = await sealedBook();
      const own = `where book_id = ${quoted(book.bookId)}`;
      await refused(book, `delete from ledger_sources ${own}`);
      await refused(book, `update ledger_sources set source_seq = 9 ${own}`);
      const replaced = `${REPLACE} ledger_sources (book_id, source_type, source_id, source_seq, entry_id)
        values (${quoted(book.bookId)}, 'Run', ${quoted(idOf(0x5000))}, 3, ${quoted(idOf(0xe00))})`;
      await book.executeSql(replaced).catch((error: Error) => expect(error.message).toMatch(/syntax error/));
      await refused(book, `delete from ledger_sources ${own}`);
      await book.executeSql(
        `insert into ledger_sources (book_id, source_type, source_id, source_seq, entry_id)
          values (${quoted(book.bookId)}, 'Run', ${quoted(idOf(0x5000))}, 9, ${quoted(idOf(0xe00))})`,
        `delete from ledger_sources ${own} and source_seq = 9`,
      );
    });

    it("refuses to truncate the tables of a book, or does not support truncate", async () => {
      const book = await sealedBook();
      for (const table of ["periods", "closing_heads", "series", "letter_series", "sources"])
        expect(await refusalMessage(book.executeSql(`truncate ledger_${table}`), table)).toMatch(/sealed|syntax error/);
      await book.unchanged();
    });

    it.runIf(writesAtOnce)("refuses lines for an entry that another transaction is just sealing", async () => {
      const book = await sealedBook();
      const begun = book.openTransaction as () => Promise<OpenSession>;
      const [lines = "", header = ""] = posted(book, {}, debit, credit);
      const [sealing, beside] = [await begun(), await begun()];
      await sealing.send(lines);
      const late = (number: number) => ({
        entry_id: quoted(idOf(0xe00)),
        id: quoted(idOf(0xe30 + number)),
        line_number: String(number),
        ...debit,
        credit_cents: "0",
      });
      const first = book.entry.lines[0]?.id ?? "";
      await refused(book, book.copy("ledger_lines", first, late(3)));
      const added = beside.send(book.copy("ledger_lines", first, [late(1), late(3)]));
      added.catch(() => {});
      await book.untilBlocked();
      await sealing.send(header);
      await sealing.commit();
      await expect(added).rejects.toThrow(/duplicate key|sealed/);
      await beside.commit().catch(() => {});
      const [found] = await book.transact.read(({ entries }) => entries.findSealed([idOf(0xe00)]));
      expect(found?.lines).toHaveLength(2);
    });

    it.runIf(writesAtOnce)(
      "closes no month under an entry, and dates none in a month that is being closed",
      async () => {
        const book = await sealedBook();
        const begun = book.openTransaction as () => Promise<OpenSession>;
        const [writing, closing, late] = [await begun(), await begun(), await begun()];
        const close = closed(book).join("; ");
        for (const statement of posted(book, {}, debit, credit)) await writing.send(statement);
        const closes = closing.send(close);
        await book.untilBlocked();
        await writing.commit();
        await closes;
        const [lines = "", header = ""] = posted(
          book,
          { id: quoted(idOf(0xe01)), number: "number + 60" },
          debit,
          credit,
        );
        const own = lines.replaceAll(idOf(0xe00), idOf(0xe01)).replaceAll("000000e1", "000000e2");
        await late.send(own);
        const dated = late.send(header);
        dated.catch(() => {});
        await book.untilBlocked();
        await closing.commit();
        await expect(dated).rejects.toThrow(/ledger_month_sealed/);
        await late.commit().catch(() => {});
      },
    );

    it("turns an error of a trigger into the error that the port promises", async () => {
      const book = await sealedBook();
      const wrong = { ...book.jot({ number: 90 }, "D 512000 1.00", "C 706100 1.00"), id: idOf<"Entry">(0xe00) };
      const lines = wrong.lines.map((line, index) => ({ ...line, id: idOf<"Line">(0xe10 + index) }));
      const insert = (overrides: Partial<SealedEntry>) =>
        book.transact.write(({ entries }) => entries.insert([{ ...wrong, lines, ...overrides }]));
      await expect(insert({ lines: lines.slice(0, 1) })).rejects.toMatchObject({
        kind: "invalid",
        code: "entry_unbalanced",
      });
      await expect(insert({ reversalOfId: book.mistake.id })).rejects.toMatchObject({
        kind: "invalid",
        code: "already_reversed",
      });
      await book.unchanged();
    });
  });
}

/** March 2026 closed by hand. */
const closed = (book: { readonly bookId: string }): readonly string[] => [
  `update ledger_books set closed_through = '2026-03' where id = ${quoted(book.bookId)}`,
  period(book, "2026-03"),
];

const period = ({ bookId }: { readonly bookId: string }, month: string, verb = "insert into"): string =>
  `${verb} ledger_periods (book_id, period, entries_posted, closed_at)
    select id, '${month}', 0, created_at from ledger_books where id = ${quoted(bookId)}`;

async function refused(
  { executeSql }: Pick<GuardedDatabase, "executeSql">,
  ...statements: readonly string[]
): Promise<void> {
  expect(await refusalMessage(executeSql(...statements), statements.join("; "))).toMatch(SEALED);
}

function quoted(value: string): string {
  return `'${value}'`;
}

/** Stores give entries of ids in any order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : value;
