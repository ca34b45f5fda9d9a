import type { Id } from "@cartulary/kernel";
import { JOB_QUEUES, type Sample, sampleListing, samples } from "@cartulary/ports/kernel";
import { auditModule } from "@cartulary/sql/audit";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { noteModule, sampleModule } from "@cartulary/sql/testkit";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { MigrationError, type MigrationOptions, openPostgres } from "../src/index.ts";
import { jobsModule } from "../src/jobs-module.ts";
import { administer, createTestRoles, type TestRoles } from "../src/testkit.ts";

const url = inject("postgresUrl");

const ONE = "00000000-0000-7000-8000-0000000000a1" as Id<string>;
const OTHER = "00000000-0000-7000-8000-0000000000b2" as Id<string>;
const [queue = ""] = JOB_QUEUES;

const open = async (options: { readonly url: string } & MigrationOptions) => {
  const jobs = jobsModule({ ...options, queues: JOB_QUEUES, supervise: false });
  const opened = await openPostgres({
    ...options,
    modules: [auditModule, blobsModule, directoryModule, noteModule, jobs],
  });
  onTestFinished(() => opened.close());
  return { ...opened, supervise: jobs.supervise };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** All queries of a serving database. */
async function serves({ transact, transactFor, supervise, check }: Opened): Promise<void> {
  await check();
  await transactFor(ONE).write(async ({ notes, users, jobs }) => {
    await notes.add("of one");
    expect(await users.isEmpty()).toBe(true);
    await jobs.enqueue({ queue });
  });
  expect(await transactFor(OTHER).read(({ notes }) => notes.texts())).toEqual([]);
  const job = await transact.write(({ leases }) => leases.claim(JOB_QUEUES));
  expect(job).toMatchObject({ queue });
  await transact.write(async ({ leases }) => job && leases.complete(job));
  await supervise();
}

/** An owner without any right over the server, and a role that was granted nothing but the tenants' one. */
async function ownerAndServing(roles: TestRoles) {
  const tenantRole = roles.absentRole();
  await roles.run(`create role ${tenantRole} nologin`);
  const owner = await roles.role();
  const serving = await roles.role(`in role ${tenantRole}`);
  const database = await roles.database(owner);
  return { tenantRole, database, owner, serving, url: serving.at(database), migrationUrl: owner.at(database) };
}

describe.runIf(url !== null)("A role that may not create extensions", () => {
  it("migrates and finds substrings, with and without an index", async () => {
    await using roles = createTestRoles(url ?? "");
    const owner = await roles.role();
    for (const [mayExtend, name] of [
      [true, await roles.database(owner)],
      [false, await roles.database()],
    ] as const) {
      if (!mayExtend) await administer(roles.at(name), `grant create on schema public to ${owner.name}`);
      const database = await openPostgres({
        url: owner.at(name),
        modules: [sampleModule],
        tenantRole: roles.absentRole(),
      });
      onTestFinished(() => database.close());
      const [one, other] = samples(2) as [Sample, Sample];
      await database.transact.write((stores) =>
        stores.samples.insert([
          { ...one, title: "Quittance de LOYER" },
          { ...other, title: "Bail" },
        ]),
      );
      const query = { page: 1, perPage: 20, sort: "title", direction: "asc" } as const;
      const conditions = [{ fields: ["title"], join: "or", predicate: "cont", values: ["ce de loy"] }] as const;
      const found = await database.transact.single((stores) =>
        stores.samples.list(sampleListing, { ...query, conditions }),
      );
      expect(found).toMatchObject({ total: 1, items: [{ title: "Quittance de LOYER" }] });
      const indexes = await administer(
        roles.at(name),
        "select from pg_indexes where indexname = 'samples_title_trigrams'",
      );
      expect(indexes).toHaveLength(mayExtend ? 1 : 0);
    }
  });
});

describe.runIf(url !== null)("A role that serves the tables of another role", () => {
  it("serves everything, and can neither change the tables nor bypass row-level security", async () => {
    await using roles = createTestRoles(url ?? "");
    const { tenantRole, url: own, migrationUrl } = await ownerAndServing(roles);
    const opened = await open({ url: own, migrationUrl, tenantRole });
    await serves(opened);
    for (const statement of [
      "alter table sample_notes add column more text",
      "alter table sample_notes no force row level security",
      "drop table sample_notes",
      "drop policy sample_notes_tenant on sample_notes",
      "truncate users",
      "create table more (id int)",
      "insert into schema_migrations values ('2026-11-21 never')",
      "delete from sample_notes",
      "update audit_events set action = 'nothing.done'",
      "delete from audit_events",
      "truncate audit_events",
    ]) {
      await expect(administer(own, statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    const seen = "select text from sample_notes";
    expect(await administer(own, seen)).toEqual([]);
    expect(await administer(own, `set cartulary.tenant = '${OTHER}'`, seen)).toEqual([]);
    expect(await administer(own, `set cartulary.tenant = '${ONE}'`, seen)).toEqual([{ text: "of one" }]);
    await opened.close();
  });

  it("leaves no connection of the owner open", async () => {
    await using roles = createTestRoles(url ?? "");
    const { tenantRole, owner, url: own, migrationUrl } = await ownerAndServing(roles);
    const opened = await open({ url: own, migrationUrl, tenantRole });
    const connections = `select usename as name from pg_stat_activity where usename = '${owner.name}'`;
    // The server closes a connection in its own time after its client left.
    await vi.waitFor(async () => expect(await administer(url ?? "", connections)).toEqual([]), { timeout: 20_000 });
    await opened.close();
  });

  it("starts without the owner if and only if no migration is pending", async () => {
    await using roles = createTestRoles(url ?? "");
    const { tenantRole, database, serving, url: own, migrationUrl } = await ownerAndServing(roles);
    await expect(open({ url: own, tenantRole })).rejects.toThrow(/permission denied for schema public/);
    await (await open({ url: own, migrationUrl, tenantRole })).close();
    const opened = await open({ url: serving.at(database), tenantRole });
    await serves(opened);
    await opened.close();
  });

  it("is refused with the name of the missing privilege", async () => {
    await using roles = createTestRoles(url ?? "");
    const { tenantRole, database, migrationUrl } = await ownerAndServing(roles);
    const stranger = await roles.role();
    await expect(open({ url: stranger.at(database), migrationUrl, tenantRole })).rejects.toThrow(
      `the role ${stranger.name} may not read the tables: grant ${tenantRole} to the serving role`,
    );
  });

  it("reports a failure of the owner's connection with a separate error", async () => {
    await using roles = createTestRoles(url ?? "");
    const { tenantRole, database, url: own } = await ownerAndServing(roles);
    const unknownDatabase = roles.at(`${database}_away`);
    await expect(open({ url: own, migrationUrl: unknownDatabase, tenantRole })).rejects.toThrow(MigrationError);
    await expect(open({ url: own, migrationUrl: own, tenantRole })).rejects.toThrow(MigrationError);
  });
});

describe.runIf(url !== null)("A role that migrates and serves", () => {
  it("creates the tenants' role if permitted, and uses it", async () => {
    await using roles = createTestRoles(url ?? "");
    const owner = await roles.role("createrole bypassrls");
    const tenantRole = roles.absentRole();
    const opened = await open({ url: owner.at(await roles.database(owner)), tenantRole });
    await serves(opened);
    const made = "select rolcanlogin as login, rolbypassrls or rolsuper as bypasses from pg_roles where rolname =";
    expect(await administer(url ?? "", `${made} '${tenantRole}'`)).toEqual([{ login: false, bypasses: false }]);
    await opened.close();
  });

  it("creates it once if several databases are migrated at the same time", async () => {
    await using roles = createTestRoles(url ?? "");
    const tenantRole = roles.absentRole();
    const databases = [await roles.database(), await roles.database(), await roles.database()];
    const hosts = await Promise.all(databases.map((database) => open({ url: roles.at(database), tenantRole })));
    for (const host of hosts) {
      await serves(host);
      await host.close();
    }
  });

  it("works without it if it may not create it and is subject to row-level security itself", async () => {
    await using roles = createTestRoles(url ?? "");
    const owner = await roles.role();
    const own = owner.at(await roles.database(owner));
    const opened = await open({ url: own, tenantRole: roles.absentRole() });
    await serves(opened);
    expect(await administer(own, "select text from sample_notes")).toEqual([]);
    await opened.close();
  });

  it("uses a role that is created later from the next start", async () => {
    await using roles = createTestRoles(url ?? "");
    const owner = await roles.role();
    const own = owner.at(await roles.database(owner));
    const tenantRole = roles.absentRole();
    await (await open({ url: own, tenantRole })).close();
    await roles.run(`create role ${tenantRole} nologin`, `alter role ${owner.name} bypassrls`);
    await expect(open({ url: own, tenantRole })).rejects.toThrow(
      `the role ${owner.name} bypasses row-level security and may not become ${tenantRole}: grant ${tenantRole} to ${owner.name}`,
    );
    await roles.run(`grant ${tenantRole} to ${owner.name}`);
    const opened = await open({ url: own, tenantRole });
    await serves(opened);
    await opened.close();
  });

  it("is refused if the tenants' role bypasses row-level security as well", async () => {
    await using roles = createTestRoles(url ?? "");
    const tenantRole = roles.absentRole();
    await roles.run(`create role ${tenantRole} nologin bypassrls`);
    await expect(open({ url: roles.at(await roles.database()), tenantRole })).rejects.toThrow(
      `the role ${tenantRole} bypasses row-level security`,
    );
  });

  it("is refused an invalid role name", async () => {
    expect(() => jobsModule({ url: url ?? "", queues: [], tenantRole: "x; --" })).toThrow(/Not a valid role name/);
    await expect(openPostgres({ url: url ?? "", tenantRole: "X", modules: [] })).rejects.toThrow(
      /Not a valid role name/,
    );
  });
});
