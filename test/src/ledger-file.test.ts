import { isStorable, lineError, type Month, orNotFound } from "@cartulary/kernel";
import { decimal, type Line, type NewEntry } from "@cartulary/ledger";
import { entry, postWorkedExample, rentPlan, WORKED_EXAMPLE_FILE } from "@cartulary/ledger/testkit";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCOUNTANT, openBook, type StoredBook } from "../support/book.ts";
import { databases, type TestEngine } from "../support/databases.ts";

describe.each(databases)("The accounting file on $name", (engine) => {
  it("is that of the worked example to the byte, with drafts in the book and at each export [R-30]", async () => {
    const book = await stored(engine);
    await postWorkedExample(book, ACCOUNTANT);
    const first = await book.file();
    expect(first.text).toBe(WORKED_EXAMPLE_FILE);
    expect((await book.file({ separator: "pipe" })).text).toBe(WORKED_EXAMPLE_FILE.replaceAll("\t", "|"));
    await book.ledger.draft(ACCOUNTANT, entry("OD", "2026-03-31", "P", "D 512000 1.00 x", "C 706100 1.00 x"));
    book.clock.set("2026-05-01T00:00:00.000Z");
    expect(await book.file()).toEqual(first);
    for (const separator of ["tab", "pipe"] as const)
      for (const encoding of ["utf-8", "iso-8859-15"] as const)
        expect(await book.findings({ separator, encoding })).toEqual([]);
  });

  it("never changes once its year is closed, after any later lettering or unlettering", async () => {
    const { ledger, clock, file, transact } = await stored(engine);
    const posted = await ledger.post(ACCOUNTANT, [
      entry("LOYERS", "2026-02-01", "AL-1", "D 411000 LOC0001 1.00 Loyer", "C 706100 1.00 Loyer"),
      entry("BANQUE", "2026-02-05", "VIR-1", "D 512000 1.00 Virement", "C 411000 LOC0001 1.00 Virement"),
      entry("OD", "2026-03-01", "P-1", "D 512100 2.00 Avance", "C 512000 2.00 Avance"),
      entry("OD", "2026-03-02", "P-2", "D 512000 2.00 Retour", "C 512100 2.00 Retour"),
    ]);
    const on = (account: string) =>
      posted.flatMap(({ lines }) => lines.filter(({ accountCode }) => accountCode === account).map(({ id }) => id));
    await ledger.letter(ACCOUNTANT, { lineIds: on("411000") });
    clock.set("2027-01-20T09:00:00.000Z");
    for (let month = 2; month <= 12; month += 1)
      await ledger.closeMonth(ACCOUNTANT, `2026-${String(month).padStart(2, "0")}` as Month);
    const closed = await file();
    expect(closed.text.split("\n").map((row) => row.split("\t")[13])).toEqual(
      expect.arrayContaining(["EcritureLet", "AAA"]),
    );
    const [call, receipt] = posted;
    await ledger.letter(ACCOUNTANT, { lineIds: on("512100") });
    expect(await file()).toEqual(closed);
    await ledger.reverse(ACCOUNTANT, { id: orNotFound(receipt).id });
    expect(await file()).toEqual(closed);
    await ledger.reverse(ACCOUNTANT, { id: orNotFound(call).id });
    expect(await file()).toEqual(closed);
    const [line] = await transact.read(({ letterings }) => letterings.lines(on("411000").slice(0, 1)));
    expect(line).toMatchObject({ lettering: { code: "AAC", inOneFile: false }, fecLettering: { code: "AAA" } });
  });

  it("contains the posted, reversed and lettered entries, and our checker has no findings [R-30, R-31]", async () => {
    const database = await engine.open();
    onTestFinished(() => database.close());
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(entries(), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(20)),
        async (posts, back) => {
          const book = await openBook(database, ++count);
          const { ledger, clock } = book;
          const posted: string[] = [];
          for (const [index, post] of posts.entries()) {
            clock.set(`2026-03-05T09:00:0${index}.000Z`);
            posted.push(...(await ledger.post(ACCOUNTANT, post)).map(({ id }) => id));
          }
          clock.set("2026-03-06T09:00:00.000Z");
          const taken = new Set(back.flatMap((at) => posted[at] ?? []));
          for (const id of taken) await ledger.reverse(ACCOUNTANT, { id: id as never });
          const first = await book.file();
          await ledger.draft(ACCOUNTANT, posts[0]?.[0] as NewEntry);
          expect(await book.file()).toEqual(first);
          expect(await reportOf(book)).toEqual(first.text.split("\n").slice(1, -1).map(amounts).toSorted());
          for (const encoding of ["utf-8", "iso-8859-15"] as const) {
            const found = await book.findings({ encoding });
            expect(found.filter((each) => !/: warning: /.test(each))).toEqual([]);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

async function stored(engine: TestEngine): Promise<StoredBook> {
  const database = await engine.open();
  onTestFinished(() => database.close());
  return openBook(database);
}

const ACCOUNTS = ["411000 LOC0001", "467000 PRO0001", "467000 PRO0002", "512000", "706100"] as const;

/** Any text that the books take, right-to-left marks, emoji and separators of the file included. */
const label = () =>
  fc
    .array(fc.oneof(fc.nat({ max: 0x10ffff }), fc.constantFrom(0x7c, 0x200f, 0x202e, 0x2028, 0x1f600, 0xfeff)), {
      maxLength: 20,
    })
    .map((points) => String.fromCodePoint(...points))
    .filter((text) => isStorable(text) && lineError("label", text, { max: 255, required: true }) === null);

const entries = (): fc.Arbitrary<readonly NewEntry[]> =>
  fc.array(
    fc
      .record({
        journal: fc.constantFrom(...rentPlan.journals.map(({ code }) => code)),
        from: fc.constantFrom(...ACCOUNTS),
        to: fc.constantFrom(...ACCOUNTS),
        euros: fc.integer({ min: 1, max: 3 }),
        label: label(),
      })
      .map(({ journal, from, to, euros, label }): NewEntry => {
        const jotted = entry(journal, "2026-03-01", "P-1", `D ${from} ${euros}.00 x`, `C ${to} ${euros}.00 x`);
        return { ...jotted, lines: jotted.lines.map((line) => ({ ...line, label })) };
      }),
    { minLength: 1, maxLength: 4 },
  );

/** The lines of the books, sorted: number, account, auxiliary and amounts. */
async function reportOf({ transact }: StoredBook): Promise<readonly string[]> {
  return transact.read(async ({ ledgerInspection }) => {
    const rows: string[] = [];
    for (const series of await ledgerInspection.series()) {
      for (const { reference, lines } of await ledgerInspection.entries(series, 0, 1000))
        rows.push(...lines.map((line) => [reference, ...values(line)].join(" ")));
    }
    return rows.toSorted();
  });
}

const values = (line: Line) => [
  line.accountCode,
  line.auxiliaryCode ?? "",
  decimal(line.debitCents, ","),
  decimal(line.creditCents, ","),
];

/** The same fields of a row of the file. */
const amounts = (row: string) => [2, 4, 6, 11, 12].map((column) => row.split("\t")[column]).join(" ");
