import { createTestRoles, type TestRoles } from "@cartulary/postgres/testkit";
import { readConfig } from "@cartulary/server";
import { describe, expect, inject, it } from "vitest";
import { FIRST, startHost, temporaryFolder } from "../../support/cartulary-process.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { slow } from "../../support/runs.ts";

const url = inject("postgresUrl");

const surroundings = { directory: "/nowhere", isTerminal: false };
const SERVING = "postgres://serving@localhost/cartulary";
const OWNER = "postgres://owner@localhost/cartulary";

describe("DATABASE_MIGRATION_URL", () => {
  const databaseOf = (environment: Readonly<Record<string, string>>) =>
    readConfig({ ...FIRST, ...environment }, surroundings).database;

  it("is the serving URL by default", () => {
    const alone = databaseOf({ DATABASE_URL: SERVING });
    expect(alone).toMatchObject({ kind: "postgres", url: SERVING, migrationUrl: null, variable: "DATABASE_URL" });
    expect(databaseOf({ DATABASE_URL: SERVING, DATABASE_MIGRATION_URL: "" })).toEqual(alone);
    expect(databaseOf({ DATABASE_URL: SERVING, DATABASE_MIGRATION_URL: SERVING })).toEqual(alone);
    expect(databaseOf({ DATABASE_URL: SERVING, DATABASE_MIGRATION_URL: OWNER })).toMatchObject({ migrationUrl: OWNER });
  });

  it("leads to no other kind of database", () => {
    const environment = { DATABASE_URL: SERVING, DATABASE_MIGRATION_URL: "sqlite:cartulary.db" };
    expect(() => databaseOf(environment)).toThrow(/^DATABASE_MIGRATION_URL cannot be used: [^\n]+$/);
  });
});

describe.runIf(url !== null)("A host on Postgres", () => {
  /** As the README tells an operator, by an administrator's hand. */
  async function prepare(roles: TestRoles, serving = "in role cartulary_app") {
    await roles.run(`do $$ begin
      if to_regrole('cartulary_app') is null then create role cartulary_app nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    const [owner, server] = [await roles.role(), await roles.role(serving)];
    const database = await roles.database(owner);
    return { DATABASE_URL: server.at(database), DATABASE_MIGRATION_URL: owner.at(database) };
  }

  it("is migrated by the owner, and served by a role that owns nothing", async () => {
    await using roles = createTestRoles(url ?? "");
    await using folder = await temporaryFolder();
    const environment = { CARTULARY_DATA: folder.path, ...(await prepare(roles)) };
    await using host = await startHost(environment);
    const client = await host.signIn();
    const { id } = await client.createDocument({ file: { name: "lease.txt", bytes: Buffer.from("lease") } });
    expect((await client.listDocuments()).items.map((document) => document.id)).toEqual([id]);
    expect(host.output.stderr).not.toMatch(/"level":(50|60|"error"|"fatal")/);
  });

  slow.it("needs the owner no more once cartulary migrate was run", async () => {
    await using roles = createTestRoles(url ?? "");
    await using folder = await temporaryFolder();
    const { DATABASE_URL, DATABASE_MIGRATION_URL } = await prepare(roles);
    const environment = { CARTULARY_DATA: folder.path, DATABASE_URL };
    const alone = await cartularyHere(["migrate"], environment);
    expect(alone).toMatchObject({ code: 1, stderr: expect.stringMatching(/\bDATABASE_URL cannot be used: [^\n]+\n$/) });
    const migrated = await cartularyHere(["migrate"], { ...environment, DATABASE_MIGRATION_URL });
    expect(migrated).toMatchObject({ code: 0, stdout: expect.stringMatching(/: \d+\.\d{3} s\n$/) });
    await using host = await hostHere(environment);
    expect((await (await host.signIn()).listFolders()).total).toBe(0);
  });

  it("does not start as a role that bypasses row-level security and cannot leave it", async () => {
    await using roles = createTestRoles(url ?? "");
    await using folder = await temporaryFolder();
    const environment = { ...FIRST, CARTULARY_DATA: folder.path, PORT: "0", ...(await prepare(roles, "bypassrls")) };
    const { code, stdout, stderr } = await cartularyHere(["serve"], environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^[^\n]*\bDATABASE_URL cannot be used: [^\n]*bypasses row-level security[^\n]*\n$/);
  });

  it("does not start when the owner's connection cannot be used", async () => {
    await using roles = createTestRoles(url ?? "");
    await using folder = await temporaryFolder();
    const { DATABASE_URL } = await prepare(roles);
    const environment = { ...FIRST, CARTULARY_DATA: folder.path, PORT: "0", DATABASE_URL };
    const nowhere = "postgres://owner@localhost/cartulary?host=/nowhere";
    const ended = await cartularyHere(["serve"], { ...environment, DATABASE_MIGRATION_URL: nowhere });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^[^\n]*\bDATABASE_MIGRATION_URL cannot be used: [^\n]+\n$/);
  });
});
