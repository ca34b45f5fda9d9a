import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { devNull } from "node:os";
import { checkFec, exportFec } from "@cartulary/ledger";
import { rentPlan } from "@cartulary/ledger/testkit";
import { BULK_SQL } from "./bulk-sql.ts";
import { type LedgerGround, newBook } from "./ledger-ground.ts";

/** Lines of an entry. */
const LINES = 4;

/** Fills years of a new book past the ledger, each with that many lines. Answers whose book it is. */
export async function filledBook(ground: LedgerGround, years: Readonly<Record<number, number>>): Promise<string> {
  const { bookId } = await newBook(ground);
  await ground.unguard();
  for (const [year, lines] of Object.entries(years)) await fillYear(ground, bookId, Number(year), lines / LINES);
  await ground.run("analyze");
  return bookId;
}

/** A query for the content of a year's export: the rows of the file in its order. */
export const rowsOfYear = (bookId: string, year: number): string => `
  select entry.journal, entry.reference, entry.accounting_date, line.account_code, line.account_name,
    line.auxiliary_code, line.auxiliary_name, entry.document_reference, entry.document_date, line.label,
    line.debit_cents, line.credit_cents, line.lettering_code, line.lettering_day, entry.validated_at
  from ledger_entries as entry
  join ledger_lines as line on line.book_id = entry.book_id and line.entry_id = entry.id
  where entry.book_id = '${bookId}' and entry.society_code = '1' and entry.year = ${year}
  order by entry.validated_at, entry.journal, entry.number, line.line_number`;

/** Exports a year, giving each chunk to `take`, which discards it by default. Returns the number of lines. */
export async function exported(
  { transactFor }: LedgerGround,
  bookId: string,
  year: number,
  take?: (chunk: Uint8Array) => unknown,
): Promise<number> {
  await using nowhere = await open(devNull, "w");
  const request = { societyCode: "1", year };
  const { totals } = await exportFec(
    { transact: transactFor(bookId as never), plan: rentPlan },
    request,
    async (file) => {
      for await (const chunk of file) await (take ? take(chunk) : nowhere.write(chunk));
    },
  );
  return totals.linesCount;
}

/** Checks a file and answers how many findings there are. */
export async function checked(path: string): Promise<number> {
  let findings = 0;
  for await (const { rule } of checkFec(createReadStream(path))) findings += rule === "warning" ? 0 : 1;
  return findings;
}

/**
 * Rent calls over the journals of the plan, by turns. Of two that follow each other in a journal, the second takes the
 * first one back, and the two are lettered.
 */
async function fillYear(ground: LedgerGround, bookId: string, year: number, entries: number): Promise<void> {
  const { id, series, instant, no, yes } = BULK_SQL[ground.engine];
  const journals = rentPlan.journals;
  const numbered = `(n / ${journals.length} + 1)`;
  const chosen = (pick: (journal: (typeof journals)[number]) => string) =>
    `case n % ${journals.length} ${journals.map((journal, at) => `when ${at} then '${pick(journal)}'`).join(" ")} end`;
  const number = (digits: number, count: string) =>
    ground.engine === "SQLite" ? `printf('%0${digits}d', ${count})` : `lpad((${count})::text, ${digits}, '0')`;
  const own = ground.engine === "SQLite" ? `'${bookId}'` : `'${bookId}'::uuid`;
  const entry = id(`${year - 2000} * 1000000 + n`);
  const day = `'${year}-' || ${number(2, "n % 12 + 1")} || '-15'`;
  const at = instant(`${Date.UTC(year, 0, 1)} + n / 100`);
  const tenant = `'LOC' || ${number(4, `n / ${2 * journals.length} % 1000`)}`;
  const isSecond = `${numbered} % 2 = 0`;
  const lines = [
    ["411000", "Locataires", 84000, 0],
    ["706100", "Honoraires de gestion", 0, 60000],
    ["706100", "Honoraires de gestion", 0, 10000],
    ["445710", "TVA collectée", 0, 14000],
  ] as const;
  await ground.run(
    `insert into ledger_entries (book_id, id, society_code, society_code_fold, journal, entry_date, accounting_date,
      document_date, document_reference, source_seq, lines_count, updated_at, year, number, reference, status,
      validated_at, validated_by, carries_forward, total_cents, hash) ${series(entries)}
      select ${own}, ${entry}, '1', '1', ${chosen(({ code }) => code)}, ${at}, ${day}, ${day}, 'AL-${year}-' || n, 0,
      ${LINES}, ${at}, ${year}, ${numbered},
      ${chosen(({ prefix }) => prefix)} || '-${year}-' || ${number(6, numbered)}, 'validated', ${at}, ${id("1")}, ${no},
      84000, 'hash' from series`,
    ...lines.map(
      ([code, name, debit, credit], index) => `insert into ledger_lines (book_id, entry_id, line_number, id,
        account_code, account_name, auxiliary_code, auxiliary_name, label, debit_cents, credit_cents, accounting_date,
        lettering_status, lettering_group_id, lettering_code, lettering_day, lettering_in_one_file) ${series(entries)}
        select ${own}, ${entry}, ${index + 1}, ${id(`(${year - 2000} * 1000000 + n) * 4 + ${index}`)}, '${code}', '${name}',
        ${index === 0 ? `${tenant}, 'SARL Café Élan'` : "null, null"}, 'Loyer et charges de mars, lot ' || n % 5000,
        case when ${isSecond} then ${credit} else ${debit} end, case when ${isSecond} then ${debit} else ${credit} end,
        ${day}, ${
          index === 0
            ? `'full', ${id(`n / ${2 * journals.length} * 10 + n % ${journals.length}`)},
              'L' || (n / ${2 * journals.length} * 10 + n % ${journals.length}), ${day}, ${yes}`
            : `'none', null, null, null, ${no}`
        } from series`,
    ),
    `insert into ledger_series (book_id, society_code, journal, year, number) select book_id, society_code, journal, year,
      max(number) from ledger_entries where book_id = ${own} and year = ${year} group by 1, 2, 3, 4`,
  );
}
