import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { blobKey, type Id, type Instant, instantOf } from "@cartulary/kernel";
import {
  type Migration,
  type SqlModule,
  type SqlTransaction,
  sqlModule,
  type Database as Tables,
} from "@cartulary/sql";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openReader, openWriter } from "../src/connections.ts";
import { openSqlite } from "../src/index.ts";
import { newPath } from "./support.ts";

const slowIt = process.env.CARTULARY_TEST_SPARING ? () => {} : it;

const NOW: Instant = instantOf(Date.UTC(2026, 10, 21));
const ANOTHER_HOST = fileURLToPath(new URL("another-host.ts", import.meta.url));

const ADA = {
  id: "00000000-0000-7000-8000-000000000001" as Id<"User">,
  emailAddress: "ada@example.org",
  firstName: null,
  lastName: null,
  displayName: "ada",
  initials: "A",
  role: "user",
  active: true,
  externalId: "0",
  createdAt: NOW,
  updatedAt: NOW,
} as const;

/** Concurrent writers wait as long as a busy machine needs, unless a test is about giving up. */
async function open(path: string, busyTimeoutMs = 60_000) {
  const modules = [blobsModule, directoryModule] as const;
  const database = await openSqlite({ path, modules, busyTimeoutMs });
  onTestFinished(() => database.close());
  return database;
}

/** `temp_store`, as SQLite numbers it. */
const MEMORY = 2;

describe("A SQLite file", () => {
  it("admits a person between many transactions of another person", async () => {
    const { transact, workingFor } = await open(newPath());
    const order: string[] = [];
    const write = (owner: string) =>
      workingFor(owner, () =>
        transact.write(async ({ blobs }) => {
          await blobs.findUnrecorded([]);
          order.push(owner);
        }),
      );
    const many = Array.from({ length: 20 }, () => write("ann"));
    await Promise.all([...many, write("bob")]);
    expect(order.indexOf("bob")).toBeLessThan(2);
    expect(order).toHaveLength(21);
  });

  it("is written durably by default, and enforces foreign keys", () => {
    const path = newPath();
    const database = openWriter(path, { synchronous: "full" });
    const pragmas = ["journal_mode", "synchronous", "foreign_keys", "temp_store"].map((name) =>
      database.pragma(name, { simple: true }),
    );
    database.close();
    expect(pragmas).toEqual(["wal", 2, 1, MEMORY]);
  });

  it("is read-only for the connections that read", () => {
    const path = newPath();
    const [writes, reads] = [openWriter(path, { synchronous: "off" }), openReader(path, 5)] as const;
    writes.exec("create table things (id integer)");
    expect(() => reads.exec("insert into things values (1)")).toThrow(/readonly/);
    reads.close();
    writes.close();
  });

  it("preserves written rows when it is opened again", async () => {
    const path = newPath();
    const first = await open(path);
    await first.transact.write(({ users }) => users.insert(ADA));
    await first.close();
    const second = await open(path);
    expect(await second.transact.read(({ users }) => users.find(ADA.id))).toEqual(ADA);
  });

  it("waits for the disk when a write commits, but not when a claim commits, even if a claim fails", async () => {
    const waiting = {
      waits:
        ({ db }: SqlTransaction<Tables<never>>) =>
        async () => {
          const { rows } = await sql<{ readonly synchronous: number }>`pragma synchronous`.execute(db);
          return rows[0]?.synchronous;
        },
    };
    const module = sqlModule({ name: "waiting", entities: [], migrations: [], stores: waiting });
    const { transact, close } = await openSqlite({ path: newPath(), modules: [module] });
    onTestFinished(close);
    const [full, normal] = [2, 1];
    expect(await transact.claim(({ waits }) => waits())).toBe(normal);
    expect(await transact.write(({ waits }) => waits())).toBe(full);
    await expect(transact.claim(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    const atOnce = [transact.write(({ waits }) => waits()), transact.claim(({ waits }) => waits())];
    expect(await Promise.all([...atOnce, transact.write(({ waits }) => waits())])).toEqual([full, normal, full]);
  });

  it("sets the e-mail keys of users, or names the users with equal keys and changes nothing", async () => {
    const path = newPath();
    const before = { ...directoryModule, migrations: directoryModule.migrations.slice(0, -2) };
    await (await openSqlite({ path, modules: [{ ...before, entities: [] }] })).close();
    const file = new Database(path);
    onTestFinished(() => void file.close());
    for (const [id, address] of ["\u01f0on@x.test", "J\u030con@x.test"].entries()) {
      file
        .prepare(
          `insert into users (id, email_address, email_address_fold, display_name, display_name_fold, initials,
           initials_fold, role, active, created_at, updated_at) values (?, ?, ?, '', '', '', '', 'user', 1, 0, 0)`,
        )
        .run(`${id}`, address, address.toLowerCase());
    }
    const schema = () => file.prepare("select sql from sqlite_master").all();
    const schemaBefore = schema();
    await expect(openSqlite({ path, modules: [directoryModule] })).rejects.toThrow(
      /J\u030con@x\.test \(1\) have the same e-mail address .+give one of the two another address/,
    );
    expect(schema()).toEqual(schemaBefore);
    file.prepare("update users set email_address = 'Jim@x.test' where id = '1'").run();
    await (await openSqlite({ path, modules: [directoryModule] })).close();
    const keys = file.prepare("select email_key from users order by id").pluck().all();
    expect(keys).toEqual(["\u01f0on@x.test", "jim@x.test"]);
  });

  it("is created once if one process opens it several times at once", async () => {
    const path = newPath();
    const all = await Promise.all(Array.from({ length: 5 }, () => open(path)));
    for (const [index, { transact }] of all.entries()) {
      await transact.write(({ blobs }) => blobs.stage(blobKey("key", `${index}`), NOW));
    }
    const keys = all.map((_, index) => blobKey("key", `${index}`));
    expect(await all[0]?.transact.read(({ blobs }) => blobs.findUnrecorded(keys))).toEqual([]);
  });

  it("receives the pages of a long log without delaying commits", async () => {
    const path = newPath();
    const { transact } = await open(path);
    const log = openReader(path, 5);
    onTestFinished(() => void log.close());
    const left = () => {
      const [row] = log.pragma("wal_checkpoint(noop)") as { readonly log: number; readonly checkpointed: number }[];
      return (row?.log ?? 0) - (row?.checkpointed ?? 0);
    };
    await transact.write(({ users }) => users.insert({ ...ADA, displayName: "a".repeat(5_000_000) }));
    expect(left()).toBeGreaterThan(1_000);
    await vi.waitFor(() => expect(left()).toBe(0), { timeout: 20_000, interval: 5 });
  });

  slowIt(
    "is created once by several processes that start at the same time, and contains the writes of all",
    async () => {
      const path = newPath();
      await Promise.all(Array.from({ length: 3 }, () => run(path, "0")));
      const { transact } = await open(path);
      await transact.write(({ users }) => users.insert(ADA));
      const hosts = Array.from({ length: 3 }, () => run(path, "15"));
      await Promise.all([...hosts, ...Array.from({ length: 15 }, () => transact.write(countUp))]);
      expect(await transact.read(({ users }) => users.find(ADA.id))).toMatchObject({ externalId: "60" });
    },
  );

  it("is read during long reads, and by single statements during any number of them", async () => {
    const { transact, check } = await open(newPath());
    const long = Promise.withResolvers<void>();
    const reading = [transact.read(() => long.promise)];
    expect(await transact.read(({ users }) => users.isEmpty())).toBe(true);
    reading.push(...Array.from({ length: 6 }, () => transact.read(() => long.promise)));
    await check();
    long.resolve();
    await Promise.all(reading);
  });

  it("is read while another process writes, and written after that", async () => {
    const path = newPath();
    const { transact } = await open(path);
    const other = lockedBy(path);
    const writing = transact.write(({ users }) => users.insert(ADA));
    expect(await transact.read(({ users }) => users.isEmpty())).toBe(true);
    other.exec("commit");
    await writing;
    expect(await transact.read(({ users }) => users.isEmpty())).toBe(false);
  });

  it("fails with 503 while another process writes for too long, and serves again after that", async () => {
    const path = newPath();
    const { transact, check } = await open(path, 40);
    const other = lockedBy(path);
    await expect(transact.write(({ users }) => users.insert(ADA))).rejects.toMatchObject({
      kind: "unavailable",
      code: "database_unavailable",
      retryAfterSeconds: 5,
    });
    await check();
    other.exec("commit");
    await transact.write(({ users }) => users.insert(ADA));
    expect(await transact.read(({ users }) => users.isEmpty())).toBe(false);
  });

  it("is refused if it is not a database", async () => {
    const path = newPath();
    writeFileSync(path, "x".repeat(8192));
    await expect(openSqlite({ path, modules: [blobsModule] })).rejects.toThrow(/not a database/);
  });

  it("may be in memory, separate for each opening", async () => {
    const [one, other] = [await open(":memory:"), await open(":memory:")] as const;
    await one.transact.write(({ users }) => users.insert(ADA));
    expect(await one.transact.read(({ users }) => users.find(ADA.id))).toEqual(ADA);
    expect(await other.transact.read(({ users }) => users.isEmpty())).toBe(true);
    await one.check();
  });

  it("closes after the open transactions have ended", async () => {
    const path = newPath();
    const first = await openSqlite({ path, modules: [blobsModule] });
    const begun = Promise.withResolvers<void>();
    const writing = first.transact.write(async ({ blobs }) => {
      await blobs.stage(blobKey("a"), NOW);
      begun.resolve();
      await blobs.stage(blobKey("b"), NOW);
    });
    await begun.promise;
    await first.close();
    await writing;
    const second = await open(path);
    const keys = [blobKey("a"), blobKey("b")];
    expect(await second.transact.read(({ blobs }) => blobs.findUnrecorded(keys))).toEqual([]);
  });

  it("refuses queries after it is closed", async () => {
    const { transact, check, close } = await openSqlite({ path: newPath(), modules: [blobsModule] });
    await close();
    await expect(check()).rejects.toThrow(/does not answer|is closed/);
    await expect(transact.read(({ blobs }) => blobs.findUnrecorded([]))).rejects.toThrow(/does not answer|is closed/);
  });

  it("is not opened without the tables that a module joins", async () => {
    await expect(openSqlite({ path: newPath(), modules: [authModule] })).rejects.toThrow(/auth reads the table users/);
  });
});

describe("Migrations on SQLite", () => {
  const first: Migration = { name: "2026-01-01 things", up: () => ["create table things (id integer)"] };
  const second: Migration = { name: "2026-02-01 things", up: () => ["alter table things add column size integer"] };

  it("apply once, and later ones apply to an existing schema", async () => {
    const path = newPath();
    const earlier = await openSqlite({ path, modules: [things(first)] });
    await earlier.transact.write(({ run }) => run("insert into things (id) values (1)"));
    await earlier.close();
    const later = await openSqlite({ path, modules: [things(first, second)] });
    await later.transact.write(({ run }) => run("update things set size = 2"));
    await later.close();
  });

  it("apply in the order of their dates, for any order of the modules", async () => {
    const { close } = await openSqlite({ path: newPath(), modules: [things(second), other(first)] });
    await close();
  });

  it("apply all or none", async () => {
    const path = newPath();
    const broken: Migration = { name: "2026-03-01 things", up: () => ["create table more (id integer)", "nonsense"] };
    await expect(openSqlite({ path, modules: [things(first, broken)] })).rejects.toThrow(/nonsense/);
    const { transact, close } = await openSqlite({ path, modules: [things(first, second)] });
    await expect(transact.write(({ run }) => run("insert into more values (1)"))).rejects.toThrow(/no such table/);
    await transact.write(({ run }) => run("insert into things values (1, 2)"));
    await close();
  });
});

/** A process that is in the midst of writing. */
function lockedBy(path: string): Database.Database {
  const other = new Database(path);
  onTestFinished(() => void other.close());
  other.exec("begin immediate");
  return other;
}

async function run(path: string, times: string): Promise<void> {
  await promisify(execFile)(process.execPath, ["--conditions=@cartulary/source", ANOTHER_HOST, path, ADA.id, times]);
}

type Stores = Parameters<Parameters<Awaited<ReturnType<typeof open>>["transact"]["write"]>[0]>[0];

async function countUp({ users }: Stores): Promise<void> {
  const user = await users.find(ADA.id);
  if (user) await users.update({ ...user, externalId: `${Number(user.externalId) + 1}` });
}

interface RunStores {
  run(statement: string): Promise<unknown>;
}

function things(...migrations: readonly Migration[]): SqlModule<RunStores, object> {
  const run =
    ({ db }: { db: Parameters<ReturnType<typeof sql>["execute"]>[0] }) =>
    (statement: string) =>
      sql.raw(statement).execute(db);
  return sqlModule({ name: "things", entities: [], migrations, stores: { run } });
}

const other = (...migrations: readonly Migration[]) => sqlModule({ name: "other", entities: [], migrations });
