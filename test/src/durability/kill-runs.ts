import { join } from "node:path";
import { administer } from "@cartulary/postgres/testkit";
import Sqlite from "better-sqlite3";
import { expect } from "vitest";
import { FIRST, type HostProcess, startHost, until } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import type { HostGround } from "../../support/host-fixtures.ts";
import { importAgency } from "./agency-of-leases.ts";

type BillingRun = Awaited<ReturnType<Client["getBillingRun"]>>;

/** Enough of them that a host is at them for a while, whatever it does. */
const LEASES = process.env.CARTULARY_TEST_LONG ? 250 : 100;

/**
 * The deadline by which a restarted host reaches the status of an undisturbed one, counted from its first answer: the
 * loading time of a busy machine does not count. A usual run has no deadline.
 */
const COME_BACK_MS = process.env.CARTULARY_TEST_LONG ? 10_000 : Number.POSITIVE_INFINITY;

/** Kills a host while it computes a run, applies it and cancels it: the next one to start has done it within ten seconds. */
export async function killRuns(ground: HostGround): Promise<void> {
  await fill(ground);
  const { id } = await killed(ground, async (client, kill) => {
    const run = await client.createBillingRun({ body: { periodStart: "2026-03-01" as never } });
    await until("a part is computed", async () => (await of(client, run)).currentStep >= 2);
    await kill();
    return run;
  });
  await killed(ground, async (client, kill, began) => {
    const computed = await reached(client, { id }, "review");
    expectBack(began);
    expect(computed).toMatchObject({ linesCount: LEASES, totalTenantAmount: LEASES * 10_000 });
    const before = { params: { id } };
    await client.validateBillingRun({ ...before, query: { force: "" } });
    const pending = client.applyBillingRun(before).catch(() => {});
    await until("it is applied", async () => (await underWay(ground)) === 1);
    await kill();
    await pending;
    expect([await underWay(ground), await written(ground)]).toEqual([1, 0]);
  });
  await killed(ground, async (client, kill, began) => {
    await reached(client, { id }, "applied");
    expectBack(began);
    expect(await written(ground)).toBe(LEASES);
    const pending = client.cancelBillingRun({ params: { id }, body: { reason: "Wrong month" } }).catch(() => {});
    await until("it is cancelled", async () => (await underWay(ground, "cancel")) === 1);
    await kill();
    await pending;
    expect(await written(ground)).toBe(LEASES);
  });
  await using last = await hostHere(ground.environment);
  const began = performance.now();
  const cancelled = await reached(await last.signIn(), { id }, "cancelled");
  expectBack(began);
  expect(cancelled).toMatchObject({ cancellationReason: "Wrong month" });
  expect(await written(ground)).toBe(2 * LEASES);
}

const expectBack = (began: number) => expect(performance.now() - began).toBeLessThan(COME_BACK_MS);

const of = (client: Client, { id }: Pick<BillingRun, "id">) => client.getBillingRun({ params: { id } });

/** The run, once its status is final. */
async function reached(client: Client, run: Pick<BillingRun, "id">, status: string): Promise<BillingRun> {
  await until(`the run is ${status}`, async () => (await of(client, run)).status === status);
  return of(client, run);
}

/** A request to a host of its own that is killed meanwhile. */
async function killed<Result>(
  { environment, quiet }: HostGround,
  work: (client: Client, kill: () => Promise<void>, began: number) => Promise<Result>,
): Promise<Result> {
  await using host: HostProcess = await startHost({ ...environment, LOG_LEVEL: "warn" });
  const began = performance.now();
  const kill = async () => {
    host.kill("SIGKILL");
    expect((await host.ended).signal).toBe("SIGKILL");
    await quiet();
  };
  return await work(await host.signIn(), kill, began);
}

/** An agency with many leases of one rent each. */
async function fill(ground: HostGround): Promise<void> {
  await using host = await hostHere(ground.environment);
  const { stdout: token } = await cartularyHere(
    ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, "--scope", "read write admin"],
    { ...FIRST, ...ground.environment },
  );
  const client = createClient({ baseUrl: host.url, token: token.trim() });
  await importAgency(client, ground.environment, LEASES);
}

/** How many runs some host is, or was, at applying or cancelling. */
const underWay = (ground: HostGround, door = "apply") =>
  counted(ground, `select count(*) as count from open_writes where cast(work as text) like '%"door":"${door}"%'`);

const written = (ground: HostGround) => counted(ground, "select count(*) as count from ledger_entries");

/** Queries the database directly, without a host. */
async function counted({ environment }: HostGround, question: string): Promise<number> {
  const { DATABASE_URL, CARTULARY_DATA } = environment;
  const numberIn = (rows: readonly object[]) => Number(Object.values(rows[0] ?? {})[0]);
  if (DATABASE_URL) return numberIn(await administer(DATABASE_URL, question));
  const file = new Sqlite(join(CARTULARY_DATA ?? "", "cartulary.db"), { readonly: true });
  try {
    return numberIn(file.prepare(question).all() as readonly object[]);
  } finally {
    file.close();
  }
}
