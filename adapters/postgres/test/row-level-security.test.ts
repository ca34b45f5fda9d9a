import type { Id } from "@cartulary/kernel";
import { JOB_QUEUES } from "@cartulary/ports/kernel";
import { type Database, type SqlTransaction, sqlModule } from "@cartulary/sql";
import { sqlModules } from "@cartulary/sql/modules";
import { noteModule, noteRows } from "@cartulary/sql/testkit";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgres } from "../src/index.ts";
import { jobsModule } from "../src/jobs-module.ts";
import { administer, createTestDatabases, createTestRoles } from "../src/testkit.ts";

const url = inject("postgresUrl");

/** Lets a test say what no store would: statements without the predicate that names the tenant. */
const carelessModule = sqlModule({
  name: "careless",
  entities: [],
  joins: [noteRows],
  migrations: [],
  stores: { db: ({ db }: SqlTransaction<Database<typeof noteRows>>) => db },
});

const modulesAt = (own: string) =>
  [noteModule, carelessModule, jobsModule({ url: own, queues: JOB_QUEUES, supervise: false })] as const;

const ONE = "00000000-0000-7000-8000-0000000000a1" as Id<string>;
const OTHER = "00000000-0000-7000-8000-0000000000b2" as Id<string>;
const [queue = ""] = JOB_QUEUES;
const REFUSED = { code: "42501" };

describe.runIf(url !== null)("Row-level security", () => {
  const databases = createTestDatabases(url ?? "", modulesAt);
  afterAll(() => databases.close());

  /** Both tenants have a note called `same`, each another one too. One connection reads and one writes. */
  const create = async (server: "superuser" | "member" = "member") => {
    const made = await databases.open({ pool: 1 });
    onTestFinished(() => made.close());
    const database = server === "member" ? made : { ...made, ...(await servedBySuperuser(made.url)) };
    for (const [tenant, text] of [
      [ONE, "of one"],
      [OTHER, "of the other"],
    ] as const) {
      await database.transactFor(tenant).write(async ({ notes }) => {
        await notes.add("same");
        await notes.add(text);
      });
    }
    return database;
  };

  const servedBySuperuser = async (own: string) => {
    const opened = await openPostgres({ url: own, pool: 1, modules: modulesAt(own) });
    onTestFinished(() => opened.close());
    return { transact: opened.transact, transactFor: opened.transactFor };
  };

  it.each(["superuser", "member"] as const)("shows only one tenant's rows if a %s serves", async (server) => {
    const { transactFor } = await create(server);
    for (const kind of ["read", "write"] as const) {
      const seen = (tenant: Id<string>) =>
        transactFor(tenant)[kind](({ db }) => db.selectFrom("sample_notes").selectAll().orderBy("text").execute());
      expect(await seen(ONE)).toEqual([
        { mandataire_id: ONE, text: "of one", mark: null },
        { mandataire_id: ONE, text: "same", mark: null },
      ]);
      expect((await seen(OTHER)).map(({ text }) => text)).toEqual(["of the other", "same"]);
    }
  });

  it("prevents updates and inserts of another tenant's rows, and moves to another tenant", async () => {
    const { transactFor, url: own } = await create();
    const updated = await transactFor(ONE).write(({ db }) =>
      db.updateTable("sample_notes").set({ mark: "seen" }).executeTakeFirst(),
    );
    expect(updated.numUpdatedRows).toBe(2n);
    const adding = transactFor(ONE).write(({ db }) =>
      db.insertInto("sample_notes").values({ mandataire_id: OTHER, text: "foreign", mark: null }).execute(),
    );
    await expect(adding).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining("row-level security") });
    // Triggers protect sealed rows anyway. This table has only row-level security.
    await administer(own, "grant update, delete on sample_notes to cartulary_app");
    const giving = transactFor(ONE).write(({ db }) =>
      db.updateTable("sample_notes").set({ mandataire_id: OTHER }).where("text", "=", "of one").execute(),
    );
    await expect(giving).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining("row-level security") });
    const removed = await transactFor(ONE).write(({ db }) => db.deleteFrom("sample_notes").executeTakeFirst());
    expect(removed.numDeletedRows).toBe(2n);
    expect(await administer(own, "select text, mark from sample_notes order by text")).toEqual([
      { text: "of the other", mark: null },
      { text: "same", mark: null },
    ]);
  });

  it("holds in a savepoint, and after a rollback to it", async () => {
    const { transactFor } = await create();
    await transactFor(ONE).write(async ({ db }) => {
      const texts = async () => {
        const rows = await db.selectFrom("sample_notes").select("text").orderBy("text").execute();
        return rows.map(({ text }) => text);
      };
      await sql`savepoint here`.execute(db);
      expect(await texts()).toEqual(["of one", "same"]);
      const foreign = { mandataire_id: OTHER, text: "foreign", mark: null };
      await expect(db.insertInto("sample_notes").values(foreign).execute()).rejects.toMatchObject(REFUSED);
      await sql`rollback to savepoint here`.execute(db);
      expect(await texts()).toEqual(["of one", "same"]);
    });
  });

  it.each(["superuser", "member"] as const)("is limited to the transaction of a %s", async (server) => {
    const { transact, transactFor } = await create(server);
    const state = sql<object>`
      select current_user = session_user as self, nullif(current_setting('cartulary.tenant', true), '') as tenant`;
    for (const kind of ["read", "write"] as const) {
      const now = () => transact[kind](async ({ db }) => (await state.execute(db)).rows);
      const before = await now();
      expect(before).toEqual([{ self: true, tenant: null }]);
      const within = await transactFor(ONE)[kind](async ({ db }) => (await state.execute(db)).rows);
      expect(within).toEqual([{ self: false, tenant: ONE }]);
      expect(await now()).toEqual(before);
      const failing = transactFor(ONE)[kind](async () => {
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await now()).toEqual(before);
    }
  });

  it("returns each tenant's own rows from one prepared statement", async () => {
    const { transactFor } = await create();
    // From the sixth time on, Postgres may keep a plan for all values.
    for (const tenant of Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? ONE : OTHER))) {
      const [seen, prepared] = await transactFor(tenant).read(async ({ db }) => {
        const rows = await db.selectFrom("sample_notes").select("mandataire_id").where("text", "=", "same").execute();
        const { rows: statements } = await sql<object>`
          select 1 from pg_prepared_statements where statement like '%from "sample_notes" where "text"%'`.execute(db);
        return [rows, statements.length];
      });
      expect(seen).toEqual([{ mandataire_id: tenant }]);
      expect(prepared).toBe(1);
    }
  });

  it("shows the role no rows without a tenant", async () => {
    const { url: own, transact } = await create();
    for (const kind of ["read", "write"] as const) {
      expect(await transact[kind](({ db }) => db.selectFrom("sample_notes").selectAll().execute())).toEqual([]);
    }
    const count = "select count(*)::int as notes from sample_notes";
    expect(await administer(own, count)).toEqual([{ notes: 4 }]);
    expect(await administer(own, "set role cartulary_app", count)).toEqual([{ notes: 0 }]);
    expect(await administer(own, "set role cartulary_app", "set cartulary.tenant = ''", count)).toEqual([{ notes: 0 }]);
  });

  it("lets a tenant's transaction enqueue jobs, which are committed or rolled back with it", async () => {
    const { transact, transactFor } = await create();
    const enqueue = (dedupeKey: string) =>
      transactFor(ONE).write(async ({ jobs, notes }) => {
        await notes.add(dedupeKey);
        await jobs.enqueue({ queue, dedupeKey });
        if (dedupeKey === "taken back") throw new Error("changed my mind");
      });
    await enqueue("kept");
    await expect(enqueue("taken back")).rejects.toThrow("changed my mind");
    const claim = () => transact.write(({ leases }) => leases.claim(JOB_QUEUES));
    expect(await claim()).toMatchObject({ queue });
    expect(await claim()).toBeNull();
    expect(await transactFor(ONE).read(({ notes }) => notes.texts())).not.toContain("taken back");
  });

  it("refuses to update the rows of a sealed table", async () => {
    const { transactFor } = await create();
    const write = (statement: string) => transactFor(ONE).write(({ db }) => sql.raw(statement).execute(db));
    await write("update sample_notes set mark = 'seen'");
    for (const statement of [
      "update sample_notes set text = 'rewritten'",
      "delete from sample_notes",
      "truncate sample_notes",
      "alter table sample_notes disable row level security",
      "drop table sample_notes",
      "insert into schema_migrations values ('2026-11-21 never')",
    ]) {
      await expect(write(statement), statement).rejects.toMatchObject(REFUSED);
    }
  });

  it("protects sealed rows after the database is opened again", async () => {
    const { url: own } = await create();
    await administer(own, "grant update, delete on sample_notes to cartulary_app");
    await (await openPostgres({ url: own, modules: [noteModule] })).close();
    const rights = await administer(
      own,
      `select privilege_type from information_schema.table_privileges
       where table_name = 'sample_notes' and grantee = 'cartulary_app' order by 1`,
    );
    expect(rights).toEqual([{ privilege_type: "INSERT" }, { privilege_type: "SELECT" }]);
  });

  it("finds its tables in the search path of the serving role, also in a schema of its name", async () => {
    await using roles = createTestRoles(url ?? "");
    const owner = await roles.role("createrole");
    const database = await roles.database(owner);
    await administer(owner.at(database), `create schema ${owner.name}`);
    const own = owner.at(database);
    const tenantRole = roles.absentRole();
    const { transactFor, close } = await openPostgres({ url: own, tenantRole, modules: [noteModule] });
    await transactFor(ONE).write(({ notes }) => notes.add("a"));
    expect(await transactFor(ONE).read(({ notes }) => notes.texts())).toEqual(["a"]);
    expect(await administer(own, "select schemaname from pg_tables where tablename = 'sample_notes'")).toEqual([
      { schemaname: owner.name },
    ]);
    await close();
  });
});

describe.runIf(url !== null)("Every table with a tenant", () => {
  const databases = createTestDatabases(url ?? "", sqlModules, inject("postgresTemplate") ?? undefined);
  afterAll(() => databases.close());

  /**
   * Tables of the tenants, their members and their connectors, which are read before the tenant of a caller is known,
   * and of the blobs of accounting files, attachments and letters: verification counts the holders of all blobs at once.
   */
  const REGISTRY = [
    "mandataires",
    "mandataire_members",
    "connectors",
    "fec_files",
    "incident_files",
    "letter_files",
    "membership_tombstones",
  ];

  it("has row-level security", async () => {
    const database = await databases.open();
    onTestFinished(() => database.close());
    const tables = (await administer(
      database.url,
      `select distinct relname as name, relrowsecurity and relforcerowsecurity as walled,
         (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies
       from information_schema.columns join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
       where table_schema = 'public' and column_name in ('book_id', 'mandataire_id') order by name`,
    )) as readonly { readonly name: string; readonly walled: boolean; readonly policies: number }[];
    const walled = tables.filter(({ name }) => !REGISTRY.includes(name));
    expect(walled.map(({ name }) => name)).toContain("ledger_lines");
    expect(walled.filter((table) => !table.walled || table.policies !== 1)).toEqual([]);
  });
});
