import type { Id } from "@cartulary/kernel";
import { storesOnDemand, type TenantStoresOf } from "@cartulary/sql";
import { ledgerModule } from "@cartulary/sql/ledger";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openPostgres } from "../src/open-postgres.ts";
import { createTestDatabases } from "../src/testkit.ts";
import { counted, watched } from "./rows-read.ts";
import { touchedBy } from "./rows-touched.ts";

const url = inject("postgresUrl");
const modules = [ledgerModule] as const;
type LedgerStores = TenantStoresOf<typeof modules>;
const { ofTenant } = storesOnDemand(modules);

const ENTRIES = 2_500;
const OLD = "00000000-0000-7000-8000-000000000001" as Id<string>;
const FRESH = "00000000-0000-7000-8000-000000000002" as Id<string>;

const ENTRY = 0x100_000;
const LINE = 0x200_000;
const GROUP = 0x300_000;
const idOf = <Noun extends string>(count: number) =>
  `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}` as Id<Noun>;
const idIn = (count: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${count}), 12, '0'))::uuid`;
const someOf = <Noun extends string>(base: number) => Array.from({ length: 20 }, (_, n) => idOf<Noun>(base + n * 97));

/** A book of entries of four lines, of a year, over 500 owners; the lines of every second entry are lettered in pairs. */
const book = (id: string): readonly string[] => [
  `insert into ledger_books (id, created_at) values ('${id}', now())`,
  `insert into ledger_accounts (book_id, code, id, name) select '${id}', code, ${idIn("1 + n")}, 'A'
    from unnest('{411000,467000,512000,706100}'::text[]) with ordinality as a (code, n)`,
  `insert into ledger_auxiliaries (book_id, code, kind, name) select '${id}', 'PRO' || n, 'PRO', 'P'
    from generate_series(0, 499) n`,
  `insert into ledger_lines (book_id, entry_id, line_number, id, account_code, account_name, auxiliary_code, label,
      debit_cents, credit_cents, accounting_date, lettering_status, lettering_group_id, lettering_code, lettering_day,
      lettering_in_one_file)
    select '${id}', ${idIn(`${ENTRY} + n`)}, line, ${idIn(`${LINE} + n * 4 + line`)},
      (array['411000', '467000', '512000', '706100'])[line], 'A', case when line <= 2 then 'PRO' || n % 500 end, 'L',
      case when line % 2 = 1 then 100 else 0 end, case when line % 2 = 0 then 100 else 0 end,
      '2026-' || lpad((1 + n % 12)::text, 2, '0') || '-05',
      case when lettered then 'full' else 'none' end, case when lettered then ${idIn(`${GROUP} + n / 4 * 4 + line`)} end,
      case when lettered then 'AAA' end, case when lettered then '2026-01-05' end, lettered
    from generate_series(0, ${ENTRIES - 1}) n, generate_series(1, 4) line,
      lateral (select n % 2 = 0 and line <= 2 as lettered) as letters`,
  `insert into ledger_entries (book_id, id, society_code, society_code_fold, journal, entry_date, accounting_date,
      document_date, document_reference, source_type, source_id, source_seq, lines_count, updated_at, year, number,
      reference, status, validated_at, validated_by, carries_forward, total_cents, hash)
    select '${id}', ${idIn(`${ENTRY} + n`)}, '1', '1', 'OD', now(), '2026-' || lpad((1 + n % 12)::text, 2, '0') || '-05',
      '2026-01-05', 'P', 'Run', ${idIn(`${ENTRY} + n`)}, 0, 4, now(), 2026, n + 1, 'OD-' || n, 'validated', now(),
      ${idIn("1")}, false, 200, 'h'
    from generate_series(0, ${ENTRIES - 1}) n`,
  `insert into ledger_sources (book_id, source_type, source_id, source_seq, entry_id)
    select '${id}', 'Run', ${idIn(`${ENTRY} + n`)}, 0, ${idIn(`${ENTRY} + n`)} from generate_series(0, ${ENTRIES - 1}) n`,
  `insert into ledger_series (book_id, society_code, journal, year, number, hash, validated_at)
    select '${id}', '1', journal, year, ${ENTRIES}, 'h', now()
    from unnest('{OD,LOYERS,BANQUE}'::text[]) journal, generate_series(1900, 2026) year`,
  `insert into ledger_letter_series (book_id, account_code, auxiliary_code, last)
    select '${id}', account, 'PRO' || n, 'AAA' from generate_series(0, 499) n, unnest('{411000,467000}'::text[]) account`,
];

const owners = Array.from({ length: 20 }, (_, n) => ({ accountCode: "467000", auxiliaryCode: `PRO${n * 7}` }));
const series = { societyCode: "1", journal: "OD", year: 2026 };
const [lines, entries, groups] = [someOf<"Line">(LINE + 1), someOf<"Entry">(ENTRY), someOf<"Lettering">(GROUP + 1)];

/** What is asked of a book, and how many rows that may take: a book has ten times as many. */
const works: Readonly<Record<string, readonly [rows: number, (stores: LedgerStores) => Promise<unknown>]>> = {
  "finds an entry": [60, (stores) => stores.entries.find(idOf(ENTRY + 7))],
  "finds entries": [200, (stores) => stores.entries.sealed(entries)],
  "finds auxiliaries": [60, (stores) => stores.accounts.auxiliaries(owners.map(({ auxiliaryCode }) => auxiliaryCode))],
  "finds lines to be lettered": [100, (stores) => stores.letterings.lines(lines)],
  "finds the lines of groups": [200, (stores) => stores.letterings.groups(groups)],
  "finds the lines without letters": [1000, (stores) => stores.letterings.unlettered(owners)],
  "sums the lines without letters": [400, (stores) => stores.letterings.unletteredBalances(owners)],
  "locks the letters of owners": [100, (stores) => stores.letterings.lock(owners)],
  "keeps how far letters have come": [
    100,
    (stores) => stores.letterings.update(owners.map((each) => ({ ...each, last: "AAB" }))),
  ],
  "letters lines": [
    300,
    (stores) =>
      stores.letterings.set(
        lines.map((lineId) => ({
          lineId,
          lettering: { status: "partial", groupId: idOf(9), code: null, day: null, inOneFile: false },
          filed: null,
        })),
        "2026-04-01T00:00:00.000Z" as never,
      ),
  ],
  "locks series": [100, (stores) => stores.series.lock([series, { ...series, journal: "LOYERS" }])],
  "keeps how far series have come": [
    100,
    (stores) => stores.series.update([{ ...series, number: ENTRIES + 1, hash: "i", validatedAt: null }]),
  ],
  "reads pages of a series": [2_100, (stores) => stores.ledgerInspection.entries(series, 100, 100)],
};

describe.runIf(url !== null)(
  "On Postgres, in a book that no statistics know of, the ledger reads what was asked for: it",
  () => {
    const databases = createTestDatabases(url ?? "", modules);
    let database: Awaited<ReturnType<typeof databases.open>>;

    beforeAll(async () => {
      database = await databases.open();
      await database.damage(...UNATTENDED, ...book(OLD), "analyze", ...book(FRESH));
    });
    afterAll(async () => {
      await database.close();
      await databases.close();
    });

    for (const [name, [most, work]] of Object.entries(works)) {
      it(name, async () => {
        const touched = await touchedBy(database.url, FRESH, (transaction) => work(ofTenant(transaction, FRESH)));
        expect(touched).not.toEqual([]);
        for (const { text, rows } of touched) expect.soft([text, rows <= most ? "few" : rows]).toEqual([text, "few"]);
      });
    }

    it("does so by plans that were made while there was nothing in it", async () => {
      const grown = await databases.open();
      const client = new Client({ connectionString: grown.url });
      await client.connect();
      const [opened = "", ...rows] = book(FRESH);
      await grown.damage(...UNATTENDED, opened);
      const before = await counted(client, READ, TABLES);
      const { transactFor, close } = await openPostgres({ url: watched(grown.url), modules, pool: 1 });
      const undone = new Error("The work is done and to be undone");
      const all = () =>
        transactFor(FRESH).write(async (stores) => {
          for (const [name, [, work]] of Object.entries(works)) if (!name.includes(OPEN)) await work(stores);
          throw undone;
        });
      for (let round = 0; round < 8; round += 1) await expect(all()).rejects.toBe(undone);
      await grown.damage(...rows);
      await expect(all()).rejects.toBe(undone);
      await close();
      expect((await counted(client, READ, TABLES)) - before).toBeLessThan(ENTRIES);
      await client.end();
      await grown.close();
    });
  },
);

/** Lines without letters are many or few: only statistics tell. */
const OPEN = "without letters";

const TABLES = [
  "ledger_accounts",
  "ledger_auxiliaries",
  "ledger_entries",
  "ledger_lines",
  "ledger_sources",
  "ledger_series",
  "ledger_letter_series",
];
/** Nobody gathers statistics but the test. */
const UNATTENDED = TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`);
const READ = "seq_tup_read + idx_tup_fetch";
