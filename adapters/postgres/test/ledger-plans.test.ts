import type { Id } from "@cartulary/kernel";
import { ledgerModule } from "@cartulary/sql/ledger";
import { Client } from "pg";
import { describe, expect, inject, it } from "vitest";
import { openPostgres } from "../src/open-postgres.ts";
import { createTestDatabases } from "../src/testkit.ts";
import { counted, watched } from "./rows-read.ts";

const url = inject("postgresUrl");
const modules = [ledgerModule] as const;

const book = "00000000-0000-7000-8000-000000000001" as Id<string>;
const owner = (code: string) => ({ accountCode: "467000", auxiliaryCode: code });

/** An owner whose account never balances, and a new one; a suspense account without auxiliaries. */
const lines = (account: string, auxiliary: string, count: number) => `
  insert into ledger_lines (book_id, entry_id, line_number, id, account_code, account_name, auxiliary_code, label,
      debit_cents, credit_cents, accounting_date, lettering_status, lettering_in_one_file)
    select '${book}', gen_random_uuid(), 1, gen_random_uuid(), '${account}', 'A', ${auxiliary}, 'L', 0, 100,
      '2026-03-01', 'none', false
    from generate_series(1, ${count})`;

describe.runIf(url !== null)("On Postgres, under row-level security", () => {
  it("the open lines of one account are summed without reading those of others", async () => {
    const databases = createTestDatabases(url ?? "", modules, inject("postgresTemplate") ?? undefined);
    const database = await databases.open();
    await database.damage(
      `insert into ledger_books (id, created_at) values ('${book}', now())`,
      lines("467000", "'PRO0001'", 20_000),
      lines("467000", "'PRO0002'", 3),
      lines("471000", "null", 2),
      "analyze ledger_lines",
    );
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const before = await counted(client, "seq_tup_read + idx_tup_fetch", ["ledger_lines"]);
    const opened = await openPostgres({ url: watched(database.url), modules, pool: 1 });
    const balances = await opened
      .transactFor(book)
      .read(({ letterings }) =>
        letterings.unletteredBalances([owner("PRO0002"), { accountCode: "471000", auxiliaryCode: null }]),
      );
    await opened.close();
    expect(balances.map(({ balanceCents }) => balanceCents)).toEqual([-300, -200]);
    expect((await counted(client, "seq_tup_read + idx_tup_fetch", ["ledger_lines"])) - before).toBe(5);
    await client.end();
    await database.close();
    await databases.close();
  });
});
