import type { SealedEntry } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { idOf, later } from "./document-records.ts";
import { type LedgerPlace, openBook } from "./ledger-place.ts";

/** A database of books that somebody has the password of. */
export interface LedgerGuardsPlace extends LedgerPlace {
  /** Sends statements past every port, in one transaction; rejects where the database refuses one, or their commit. */
  byHand(...statements: readonly string[]): Promise<void>;
  columns(table: "ledger_entries" | "ledger_lines"): Promise<readonly string[]>;
  /** Where the tables are. */
  readonly schema: string;
}

export interface LedgerGuardsHarness {
  /** One database for all tests, in which each has books of its own. */
  meet(): Promise<LedgerGuardsPlace>;
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

/** What a database refuses whatever is sent to it, so that its entries stay balanced and as they were sealed. */
export function ledgerGuardsContract(name: string, { meet }: LedgerGuardsHarness): void {
  describe(`${name} keeps entries as they were sealed`, () => {
    /** Two entries and a reversal of the second, and somebody else's book. */
    async function sealedBook() {
      const place = await meet();
      const [book, other] = [await openBook(place), await openBook(place)];
      const told = { description: "Loyer", periodStart: "2026-03-01", periodEnd: "2026-03-31", sourceSeq: 3 } as const;
      const source = { sourceType: "Run", sourceId: idOf<string>(0x5000) } as const;
      const entry = book.entry(
        { ...told, ...source, updatedAt: later(60) } as Partial<SealedEntry>,
        "D 411000 LOC1 12.50",
        "C 706100 12.50",
      );
      const mistake = book.entry({}, "D 411000 LOC1 1.00", "C 706100 1.00");
      const reversal = book.entry({ reversalOfId: mistake.id }, "C 411000 LOC1 1.00", "D 706100 1.00");
      await book.seal(entry, mistake);
      await book.seal(reversal);
      await other.seal(other.entry({}, "D 411000 LOC1 5.00", "C 706100 5.00"));
      const everything = async () => [
        await book.transact.read(({ entries }) => entries.sealed([entry, mistake, reversal].map(({ id }) => id))),
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
        /** A statement that adds a copy of a row, but for some columns. */
        copy(table: keyof typeof columns, id: string, changes: Values, verb = "insert into") {
          const selected = columns[table].map((column) => changes[column] ?? column);
          return `${verb} ${table} (${columns[table].join(", ")}) select ${selected.join(", ")} from ${table}
            where book_id = ${quoted(book.bookId)} and id = ${quoted(id)}`;
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
      return [
        ...lines.map((line, index) =>
          book.copy("ledger_lines", first?.id ?? "", {
            entry_id: id,
            id: quoted(idOf(0xe10 + index)),
            line_number: String(index + 1),
            debit_cents: "0",
            credit_cents: "0",
            ...line,
          }),
        ),
        book.copy("ledger_entries", book.entry.id, { ...own, lines_count: String(lines.length), ...header }),
      ];
    }
    const [debit, credit] = [{ debit_cents: "1250" }, { credit_cents: "1250" }];

    it("takes an entry by hand whose lines balance, also in a savepoint", async () => {
      const book = await sealedBook();
      await book.byHand("savepoint here", ...posted(book, {}, debit, credit), "release savepoint here");
      const found = await book.transact.read(({ entries }) => entries.sealed([idOf(0xe00)]));
      expect(found).toMatchObject([{ number: 51, totalCents: 1250 }]);
    });

    it("lets letters be written, an entry be posted, and its time of change be set", async () => {
      const book = await sealedBook();
      const letters = LETTERS.map((column) => `${column} = ${column}`).join(", ");
      await book.byHand(
        `update ledger_lines set ${letters} where book_id = ${quoted(book.bookId)}`,
        `update ledger_entries set status = 'posted', updated_at = validated_at where book_id = ${quoted(book.bookId)}`,
      );
      const [found] = await book.transact.read(({ entries }) => entries.sealed([book.entry.id]));
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
        await expect(book.byHand(`update ledger_lines set ${change}`), change).rejects.toThrow(/check/i);
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
        await expect(book.byHand(statement), statement).rejects.toThrow(/sealed|cannot truncate|syntax error/);
      await book.unchanged();
    });

    it("refuses to replace what is sealed, by any of its keys", async () => {
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
        await expect(book.byHand(...statements)).rejects.toThrow(/sealed|reversal_of_id_unique|syntax error/);
      await book.unchanged();
    });

    it("refuses to change on conflict what is sealed", async () => {
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
        book.byHand(
          `create temporary table ledger_lines as ${lines}`,
          `update ledger_lines set entry_id = ${quoted(idOf(0xe00))}`,
          ...posted(book, { lines_count: "2" }).map(named),
        ),
      ).rejects.toThrow(/ledger_entries_balanced/);
      await book.unchanged();
    });

    it("refuses lines without an entry", async () => {
      const book = await sealedBook();
      await expect(book.byHand(...posted(book, {}, debit, credit).slice(0, -1))).rejects.toThrow(/foreign key/i);
      await book.unchanged();
    });

    it("refuses an entry that is not what its lines are", async () => {
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
      for (const [said, [header, ...lines]] of Object.entries(cases)) {
        const statements = posted(book, header, ...lines);
        const unbalanced = /ledger_entries_balanced/;
        await expect(book.byHand(...statements), said).rejects.toThrow(unbalanced);
        const inside = ["savepoint here", ...statements, "release savepoint here"];
        await expect(book.byHand(...inside), said).rejects.toThrow(unbalanced);
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
      for (const [said, lines] of Object.entries(cases))
        await expect(book.byHand(...posted(book, {}, ...lines)), said).rejects.toThrow(/check|foreign key/i);
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
        await expect(book.byHand(...posted(book, header, debit, credit))).rejects.toThrow();
      await book.unchanged();
    });

    it("says of what it refuses that a store asked for, what the port promises", async () => {
      const book = await sealedBook();
      const wrong = { ...book.jot({ number: 90 }, "D 512000 1.00", "C 706100 1.00"), id: idOf<"Entry">(0xe00) };
      const lines = wrong.lines.map((line, index) => ({ ...line, id: idOf<"Line">(0xe10 + index) }));
      const insert = (given: Partial<SealedEntry>) =>
        book.transact.write(({ entries }) => entries.insert([{ ...wrong, lines, ...given }]));
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

async function refused({ byHand }: Pick<LedgerGuardsPlace, "byHand">, ...statements: readonly string[]): Promise<void> {
  await expect(byHand(...statements), statements.join("; ")).rejects.toThrow(SEALED);
}

function quoted(value: string): string {
  return `'${value}'`;
}

/** Stores give entries of ids in any order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : value;
