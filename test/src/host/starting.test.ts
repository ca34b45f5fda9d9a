import { existsSync } from "node:fs";
import { join } from "node:path";
import { administer } from "@cartulary/postgres/testkit";
import Database from "better-sqlite3";
import { describe, expect, inject, it } from "vitest";
import {
  announced,
  type CartularyProcess,
  FIRST,
  startCartulary,
  temporaryFolder,
  until,
} from "../../support/cartulary-process.ts";
import { cartularyHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { emptyPostgres } from "../../support/host-fixtures.ts";
import { reservedPort } from "../../support/reserved-port.ts";
import { slow } from "../../support/runs.ts";

const url = inject("postgresUrl");

/** Starts a host that cannot migrate yet, and returns its address. */
async function startLate(
  environment: Readonly<Record<string, string>>,
): Promise<{ host: CartularyProcess; at: string }> {
  const PORT = String(await reservedPort());
  const host = startCartulary(["serve"], { ...FIRST, LOG_FORMAT: "json", ...environment, PORT });
  const at = `http://127.0.0.1:${PORT}`;
  await until("the address answers", async () => (await fetch(`${at}/healthz`).catch(() => null)) !== null);
  return { host, at };
}

async function expectStarting(at: string): Promise<void> {
  const health = await fetch(`${at}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
  const ready = await fetch(`${at}/readyz`);
  expect([ready.status, ready.headers.get("retry-after"), await ready.json()]).toEqual([
    503,
    "5",
    expect.objectContaining({ status: "starting" }),
  ]);
  for (const path of ["/", "/metrics", "/api/v1/documents/folders", "/rental/api/v1/leases"]) {
    const reply = await fetch(at + path, { headers: { Accept: "application/json" } });
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await reply.json()).toMatchObject({ error: "starting", request_id: reply.headers.get("x-request-id") });
  }
}

describe("A host that starts", () => {
  it("answers while another process has its SQLite file", async () => {
    await using folder = await temporaryFolder();
    const database = new Database(join(folder.path, "cartulary.db"));
    database.pragma("journal_mode = wal");
    database.exec("begin immediate");
    const { host, at } = await startLate({ CARTULARY_DATA: folder.path });
    await using _ = host;
    await expectStarting(at);
    database.exec("rollback");
    database.close();
    await announced(host);
    expect((await fetch(`${at}/readyz`)).status).toBe(200);
  });

  it("lets requests wait if there is nothing to migrate", async () => {
    await using folder = await dataFolder();
    const database = new Database(join(folder.path, "cartulary.db"));
    database.exec("begin immediate");
    const { host, at } = await startLate({ CARTULARY_DATA: folder.path });
    await using _ = host;
    const waiting = fetch(`${at}/api/v1/documents/folders`);
    const ready = await fetch(`${at}/readyz`);
    expect([ready.status, (await fetch(`${at}/healthz`)).status]).toEqual([503, 200]);
    database.exec("rollback");
    database.close();
    expect((await waiting).status).toBe(401);
    await announced(host);
    expect(host.output.stderr).not.toContain('"level":50');
  });

  slow.it.runIf(url !== null)(
    "answers while another host migrates its Postgres, and both serve afterwards",
    async () => {
      await using folder = await temporaryFolder();
      await using database = await emptyPostgres(url ?? "");
      const environment = { CARTULARY_DATA: folder.path, DATABASE_URL: database.url };
      const one = await startLate(environment);
      await using _one = one.host;
      const two = await startLate(environment);
      await using _two = two.host;
      await Promise.all([announced(one.host), announced(two.host)]);
      for (const { at } of [one, two]) expect((await fetch(`${at}/readyz`)).status).toBe(200);
      const twice = await administer(
        database.url,
        "select name from schema_migrations group by name having count(*) > 1",
      );
      expect(twice).toEqual([]);
    },
  );
});

describe("cartulary migrate", () => {
  it("reports its migrations with their durations, and lists them in a dry run", async () => {
    await using folder = await temporaryFolder();
    const environment = { CARTULARY_DATA: folder.path };
    const would = await cartularyHere(["migrate", "--dry-run"], environment);
    const names = would.stdout.trimEnd().split("\n");
    expect([would.code, names.length > 50, existsSync(join(folder.path, "cartulary.db"))]).toEqual([0, true, false]);
    const did = await cartularyHere(["migrate"], environment);
    expect(did.code).toBe(0);
    const lines = did.stdout.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/: \d+\.\d{3} s$/, ""))).toEqual(names);
    expect(await cartularyHere(["migrate"], environment)).toMatchObject({ code: 0, stdout: "nothing to do\n" });
    expect(await cartularyHere(["migrate", "--dry-run"], environment)).toMatchObject({ stdout: "nothing to do\n" });
    expect(await cartularyHere(["migrate", "--wet"], environment)).toMatchObject({ code: 2 });
  });
});
