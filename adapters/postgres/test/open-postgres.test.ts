import { blobKey, type Id, type Instant, instantOf } from "@cartulary/kernel";
import { type Database, type SqlTransaction, sqlModule } from "@cartulary/sql";
import { authModule } from "@cartulary/sql/auth";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openPostgres } from "../src/index.ts";
import { createTestDatabases } from "../src/testkit.ts";

const modules = [blobsModule, directoryModule, authModule] as const;
const url = inject("postgresUrl");

const NOW: Instant = instantOf(Date.UTC(2026, 10, 21, 1, 2, 3, 45));

const ADA = {
  id: "00000000-0000-7000-8000-000000000001" as Id<"User">,
  emailAddress: "ada@example.org",
  firstName: null,
  lastName: null,
  displayName: "ada",
  initials: "A",
  role: "super_admin",
  active: true,
  externalId: null,
  createdAt: NOW,
  updatedAt: NOW,
} as const;

const ALL_USERS = { page: 1, perPage: 10, sort: "emailAddress", direction: "asc", conditions: [] } as const;

describe.runIf(url !== null)("A Postgres database", () => {
  const databases = createTestDatabases(url ?? "", modules);
  afterAll(() => databases.close());

  const create = async (pool?: number) => {
    const database = await databases.open(pool ? { pool } : {});
    onTestFinished(() => database.close());
    return database;
  };

  const open = async (options: { readonly url: string; readonly schema?: string }) => {
    const opened = await openPostgres({ ...options, modules });
    onTestFinished(() => opened.close());
    return opened;
  };

  it("is migrated by one of several hosts that start at the same time", async () => {
    const { url: own } = await create();
    const hosts = await Promise.all(Array.from({ length: 5 }, () => open({ url: own, schema: "fresh" })));
    for (const [index, { transact }] of hosts.entries()) {
      await transact.write(({ blobs }) => blobs.stage(blobKey("key", `${index}`), NOW));
    }
    const keys = hosts.map((_, index) => blobKey("key", `${index}`));
    expect(await hosts[0]?.transact.read(({ blobs }) => blobs.findUnrecorded(keys))).toEqual([]);
  });

  it("admits a person between many transactions of another person", async () => {
    const { transact, workingFor } = await create(4);
    const held = Promise.withResolvers<void>();
    const write = (owner: string, until?: Promise<void>) =>
      workingFor(owner, () =>
        transact.write(async ({ blobs }) => {
          await blobs.findUnrecorded([]);
          await until;
        }),
      );
    const many = Array.from({ length: 20 }, () => write("ann", held.promise));
    await write("bob");
    held.resolve();
    await Promise.all(many);
  });

  it("reports migrations of a newer version of its modules", async () => {
    const { url: own, newerMigrations } = await create();
    expect(newerMigrations).toEqual([]);
    const client = new Client(own);
    await client.connect();
    await client.query("insert into schema_migrations values ('2099-01-01 directory: wings'), ('2099-01-01 other: x')");
    await client.end();
    expect((await open({ url: own })).newerMigrations).toEqual(["2099-01-01 directory: wings"]);
  });

  it("sets the e-mail keys of users, or names the users with equal keys and changes nothing", async () => {
    const { url: own } = await create();
    const before = { ...directoryModule, entities: [], migrations: directoryModule.migrations.slice(0, -2) };
    await (await openPostgres({ url: own, schema: "old", modules: [before] })).close();
    const client = new Client({ connectionString: own });
    await client.connect();
    onTestFinished(() => client.end());
    for (const [index, address] of ["\u01f0on@x.test", "J\u030con@x.test"].entries()) {
      await client.query(
        `insert into old.users (id, email_address, email_address_fold, display_name, display_name_fold, initials,
         initials_fold, role, active, created_at, updated_at) values ($1, $2, $3, '', '', '', '', 'user', true, now(), now())`,
        [ADA.id.replace(/.$/, `${index}`), address, address.toLowerCase()],
      );
    }
    const after = () => openPostgres({ url: own, schema: "old", modules: [directoryModule] });
    await expect(after()).rejects.toThrow(/have the same e-mail address .+give one of the two another address/);
    await client.query("update old.users set email_address = 'Jim@x.test' where id = $1", [ADA.id]);
    await (await after()).close();
    const { rows } = await client.query("select email_key from old.users order by id");
    expect(rows.map(({ email_key }) => email_key)).toEqual(["\u01f0on@x.test", "jim@x.test"]);
  });

  it("separates schemas", async () => {
    const { url: own } = await create();
    const [one, other] = [await open({ url: own, schema: "one" }), await open({ url: own, schema: "other" })] as const;
    await one.transact.write(({ users }) => users.insert(ADA));
    expect(await one.transact.read(({ users }) => users.list(ALL_USERS))).toMatchObject({ total: 1 });
    expect(await other.transact.read(({ users }) => users.list(ALL_USERS))).toMatchObject({ total: 0 });
  });

  it("is refused with an invalid schema name", async () => {
    await expect(open({ url: url ?? "", schema: 'x" cascade; --' })).rejects.toThrow(/Not a valid schema name/);
  });

  // A second one would be waited for until the pool gives up.
  it("runs a transaction on one connection", async () => {
    const { transact, bearers, check } = await create(1);
    await transact.write(async ({ users, tokens, credentials, applications, blobs }) => {
      await users.insert(ADA);
      await users.lock(ADA.id);
      await users.update({ ...ADA, firstName: "Ada" });
      await users.findByEmail(ADA.emailAddress);
      await users.list(ALL_USERS);
      await users.lockSuperAdmins();
      await users.isEmpty();
      await tokens.revokeOf(ADA.id, NOW);
      await credentials.save(ADA.id, "$argon2id$", NOW);
      await applications.isEmpty();
      await blobs.stage(blobKey("a"), NOW);
      await blobs.claim(NOW, NOW, 1);
      await users.remove(ADA.id);
    });
    await transact.read(({ users }) => users.list(ALL_USERS));
    await bearers.find("nobody's");
    await check();
  });

  it("waits for the disk when a write commits, but not when a claim commits", async () => {
    const { url: own } = await create();
    const waiting = sqlModule({
      ...{ name: "waiting", entities: [], migrations: [] },
      stores: {
        waits:
          ({ db }: SqlTransaction<Database<never>>) =>
          async () =>
            (await sql<object>`show synchronous_commit`.execute(db)).rows[0],
      },
    });
    const waits = new URL(own);
    waits.searchParams.set("options", "-c synchronous_commit=on");
    const { transact, close } = await openPostgres({ url: waits.href, pool: 1, modules: [waiting] });
    onTestFinished(close);
    for (const [kind, expected] of [
      ["claim", "off"],
      ["write", "on"],
    ] as const) {
      const answer = await transact[kind]((stores) => stores.waits());
      expect([kind, answer]).toEqual([kind, { synchronous_commit: expected }]);
    }
  });

  it("serves reads while all write connections wait for a lock", async () => {
    const { transact, bearers, check } = await create(2);
    const locked = Promise.withResolvers<void>();
    const locking = Promise.withResolvers<void>();
    const owner = transact.write(async ({ users }) => {
      await users.lockSuperAdmins();
      locking.resolve();
      await locked.promise;
    });
    await locking.promise;
    const waiting = Array.from({ length: 3 }, () => transact.write(({ users }) => users.isEmpty()));
    await transact.read(({ users }) => users.list(ALL_USERS));
    await bearers.find("nobody's");
    await check();
    locked.resolve();
    await Promise.all([owner, ...waiting]);
  });

  it("returns instants in any time zone of the session", async () => {
    const { url: own } = await create();
    for (const zone of ["Asia/Kolkata", "America/St_Johns", "Pacific/Auckland"]) {
      const { transact } = await open({ url: `${own}&options=${encodeURIComponent(`-c timezone=${zone}`)}` });
      await transact.write(async ({ users }) => {
        await users.remove(ADA.id);
        await users.insert(ADA);
      });
      expect(await transact.read(({ users }) => users.find(ADA.id))).toEqual(ADA);
      const conditions = [{ fields: ["createdAt"], join: "or", predicate: "eq", values: [NOW] }] as const;
      expect(await transact.read(({ users }) => users.list({ ...ALL_USERS, conditions }))).toMatchObject({ total: 1 });
    }
  });

  it("fails with 503 if a connection breaks, rolls back its work, and serves again", async () => {
    const { url: own, transact, check } = await create();
    const cut = transact.write(async ({ blobs }) => {
      await blobs.stage(blobKey("a"), NOW);
      await endConnections(own);
      await blobs.stage(blobKey("b"), NOW);
    });
    await expect(cut).rejects.toMatchObject({ kind: "unavailable", code: "database_unavailable" });
    const unrecorded = await transact.read(({ blobs }) => blobs.findUnrecorded([blobKey("a"), blobKey("b")]));
    expect(unrecorded).toEqual(["a", "b"]);
    await check();
  });

  it("survives the end of idle connections", async () => {
    const { url: own, transact, check } = await create();
    await Promise.all([1, 2, 3].map(() => transact.read(({ users }) => users.isEmpty())));
    await endConnections(own);
    await check();
  });

  it("closes after the open transactions have ended", async () => {
    const { url: own, transact } = await create();
    const closing = await openPostgres({ url: own, modules });
    const begun = Promise.withResolvers<void>();
    const writing = closing.transact.write(async ({ blobs }) => {
      await blobs.stage(blobKey("a"), NOW);
      begun.resolve();
      await blobs.stage(blobKey("b"), NOW);
    });
    await begun.promise;
    await closing.close();
    await writing;
    const keys = [blobKey("a"), blobKey("b")];
    expect(await transact.read(({ blobs }) => blobs.findUnrecorded(keys))).toEqual([]);
  });

  it("fails with 503 when the database is deleted", async () => {
    const { url: own } = await create();
    const opened = await openPostgres({ url: own, schema: "gone", modules });
    await opened.close();
    await expect(opened.check()).rejects.toMatchObject({ kind: "unavailable", code: "database_unavailable" });
  });

  it("is not opened without a server", async () => {
    await expect(open({ url: "postgres://nobody@localhost/nothing?host=/nowhere" })).rejects.toThrow(/ENOENT/);
  });
});

/** Ends every connection to a database but the one that says so, as an administrator would; resolves when they are gone. */
async function endConnections(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid, 20000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}
