import { globSync } from "node:fs";
import { resolve } from "node:path";
import { entitiesOf, type SqlModule } from "@cartulary/sql";
import { ledgerModule } from "@cartulary/sql/ledger";
import { sqlModules } from "@cartulary/sql/modules";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openPostgres } from "../src/open-postgres.ts";
import { createTestDatabases } from "../src/testkit.ts";
import { authWorks } from "./fresh/auth-works.ts";
import { billingWorks } from "./fresh/billing-works.ts";
import { catalogueWorks } from "./fresh/catalogue-works.ts";
import { compositionWorks } from "./fresh/composition-works.ts";
import { directoryWorks } from "./fresh/directory-works.ts";
import { documentWorks } from "./fresh/document-works.ts";
import { estateWorks } from "./fresh/estate-works.ts";
import { exportWorks } from "./fresh/export-works.ts";
import { filling, UNATTENDED } from "./fresh/filling.ts";
import { FRESH, idOf, KNOWN, ROWS, TABLES, type TableName } from "./fresh/fixtures.ts";
import { graphWorks } from "./fresh/graph-works.ts";
import { incidentWorks } from "./fresh/incident-works.ts";
import { ledgerWorks } from "./fresh/ledger-works.ts";
import { letterWorks } from "./fresh/letter-works.ts";
import { moneyInWorks } from "./fresh/money-in-works.ts";
import { otherWorks } from "./fresh/other-works.ts";
import { publicAccessWorks } from "./fresh/public-access-works.ts";
import { rentalWorks } from "./fresh/rental-works.ts";
import { searchWorks } from "./fresh/search-works.ts";
import { trashWorks } from "./fresh/trash-works.ts";
import { treeWorks } from "./fresh/tree-works.ts";
import { uploadWorks } from "./fresh/upload-works.ts";
import type { Stores, Work, Works } from "./fresh/works.ts";
import { counted, watched } from "./rows-read.ts";
import { type Counted, openCounted } from "./rows-touched.ts";

const url = inject("postgresUrl");

/** All that adapters/sql does: a store, or a method of one, that is missing here does not compile. */
const works: Works<keyof Stores> = {
  ...authWorks,
  ...billingWorks,
  ...directoryWorks,
  ...catalogueWorks,
  ...compositionWorks,
  ...documentWorks,
  ...estateWorks,
  ...graphWorks,
  ...incidentWorks,
  ...letterWorks,
  ...ledgerWorks,
  ...moneyInWorks,
  ...otherWorks,
  ...publicAccessWorks,
  ...rentalWorks,
  ...searchWorks,
  ...trashWorks,
  ...treeWorks,
  ...uploadWorks,
  ...exportWorks,
};

type Methods = Readonly<Record<string, Work>>;
const tenant = idOf<string>("mandataires", 0);
/** The tables that the processing of receipts reads. */
const MONEY = TABLES.filter((table) =>
  /^(mandataires|ledger_|billing_run|rent_calls|owner|tenants|lease|bank_|payment|deposit_|collected_)/.test(table),
);
const LEDGER = TABLES.filter((table) => table.startsWith("ledger_"));

describe.runIf(url !== null)("On Postgres, every statement reads only the rows of its result", () => {
  const databases = createTestDatabases(url ?? "", sqlModules, inject("postgresTemplate") ?? undefined);
  const opened: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of opened.toReversed()) await close();
    await databases.close();
  });

  async function open() {
    const database = await databases.open();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await database.damage(...UNATTENDED);
    opened.push(database.close, () => client.end());
    return { ...database, client };
  }

  async function countedIn(database: { readonly url: string }): Promise<Counted<typeof sqlModules>> {
    const stores = await openCounted(database.url, sqlModules);
    opened.push(stores.close);
    return stores;
  }

  it("in all modules and tables", () => {
    const cwd = resolve(import.meta.dirname, "../../sql/src");
    const names = [...new Set(globSync("*/{,*/}migrations.ts", { cwd }).map((file) => file.split("/")[0]))];
    expect(sqlModules.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(entitiesOf(sqlModules).map(({ tableName }) => tableName)).toEqual(expect.arrayContaining(Object.keys(ROWS)));
  });

  describe("for tenants newer than the statistics, in the store of", () => {
    let stores: Counted<typeof sqlModules>;

    beforeAll(async () => {
      const database = await open();
      await database.damage(...(await filling(database.client, KNOWN)), "analyze");
      await database.damage(...(await filling(database.client, FRESH)));
      stores = await countedIn(database);
    });

    for (const [name, methods] of Object.entries(works)) {
      it(name, () => expectMost(stores, methods));
    }
  });

  it("of money in, before any statistics exist", async () => {
    const database = await open();
    await database.damage(...(await filling(database.client, FRESH, MONEY)));
    const stores = await countedIn(database);
    const { moneyInspection: _, ...works } = moneyInWorks;
    for (const methods of Object.values(works)) await expectMost(stores, methods, FEW_FOR_EACH);
  });

  describe("of a book", () => {
    let database: Awaited<ReturnType<typeof open>>;

    beforeAll(async () => {
      database = await open();
      const tables: readonly TableName[] = ["mandataires", "ledger_books"];
      await database.damage(...(await filling(database.client, FRESH, tables)));
    });

    it("with plans that were made while it was empty", async () => {
      const before = await counted(database.client, READ, LEDGER);
      const ledger: readonly SqlModule[] = [ledgerModule];
      const { transactFor, close } = await openPostgres({ url: watched(database.url), modules: ledger, pool: 1 });
      const undone = new Error("The work is done and to be undone");
      const all = () =>
        transactFor(tenant).write(async (stores) => {
          for (const way of LOOKED_UP) await way(stores as Stores);
          throw undone;
        });
      for (let round = 0; round < 8; round += 1) await expect(all()).rejects.toBe(undone);
      const rest = LEDGER.filter((table) => table !== "ledger_books");
      await database.damage(...(await filling(database.client, FRESH, rest)));
      await expect(all()).rejects.toBe(undone);
      await close();
      expect((await counted(database.client, READ, LEDGER)) - before).toBeLessThan(ROWS.ledger_lines);
    });

    it("before any statistics exist", async () => {
      const stores = await countedIn(database);
      for (const methods of Object.values(ledgerWorks)) await expectMost(stores, methods);
    });
  });
});

/**
 * The rows of a look-up of twenty values in small tables: without statistics, all indexes cost the same for a few
 * hundred rows, so up to four parts of the plan read all rows of a tenant, for each value but never for each row.
 */
const FEW_FOR_EACH = 20 * 4 * 300;

async function expectMost(stores: Counted<typeof sqlModules>, methods: Methods, least = 0): Promise<void> {
  for (const [method, [own, ...ways]] of Object.entries(methods)) {
    const most = Math.max(own, least);
    for (const way of ways) {
      const touched = await stores.touchedBy(tenant, way);
      expect.soft(touched, method).not.toEqual([]);
      const beyond = touched.filter(({ rows }) => rows > most);
      expect.soft(beyond, `${method} goes through more than ${most} rows`).toEqual([]);
    }
  }
}

/** Look-ups by keys, also of missing keys. Only statistics show whether lines without letters are many or few. */
const LOOKED_UP = [
  ledgerWorks.entries.find,
  ledgerWorks.entries.findSealed,
  ledgerWorks.accounts.auxiliaries,
  ledgerWorks.letterings.lines,
  ledgerWorks.letterings.groups,
  ledgerWorks.letterings.lock,
  ledgerWorks.letterings.update,
  ledgerWorks.letterings.set,
  ledgerWorks.series.lock,
  ledgerWorks.series.update,
  ledgerWorks.ledgerInspection.entries,
].flatMap(([, ...ways]) => ways);

const READ = "seq_tup_read + idx_tup_fetch";
