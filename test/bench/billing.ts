import { setTimeout } from "node:timers/promises";
import { createDigests } from "@cartulary/crypto";
import type { Day, Job, Month } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import { computeRun } from "@cartulary/rental/billing";
import { tokens } from "@cartulary/server";
import { startHost } from "../support/cartulary-process.ts";
import { type AgencyGround, agencyGround, type TableRows } from "./agency-ground.ts";
import { insertedAgain } from "./bare-insert.ts";
import { billedSnapshot, fillLet } from "./billing-ground.ts";
import { type Client, clientOf } from "./client.ts";
import { type Measurement, type Progress, tableOf, type Verdict } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";

const [MANY, FEW] = [10_000, 1_000];
const AIM = 0.35;
const GROWTH_MAX = 1.2;
const MIB = 1_048_576;
const ABOVE_IDLE_MAX = 64;
const P99_MAX = 3;

/** A month of 10,000 leases computed, applied and cancelled, against a bare insert of the rows that each leaves behind. */
export const billing: Measurement = {
  name: "billing",
  async run({ engines }, progress) {
    const { rows, add } = tableOf(progress);
    const verdicts: Verdict[] = [];
    for (const engine of engines) {
      await using ground = await agencyGround(engine);
      const of = (count: number) => measured(ground, count);
      // The first one is not counted: until the engines have compiled what they run.
      await of(FEW);
      const [few, many] = [await of(FEW), await of(MANY)];
      const growth = each(many, MANY) / each(few, FEW);
      for (const [what, { ours, bare, count }] of Object.entries(many)) {
        const reached = bare / ours;
        add([engine, what, ours.toFixed(0), bare.toFixed(0), String(count), reached.toFixed(2)]);
        if (what !== "applied" && what !== "cancelled") continue;
        const promise = `On ${engine} ${what} at ${reached.toFixed(2)} of a bare insert (at least ${AIM})`;
        verdicts.push({ promise, holds: reached >= AIM });
      }
      verdicts.push({
        promise: `On ${engine} a lease of ${MANY} takes ${growth.toFixed(2)} of one of ${FEW} (at most ${GROWTH_MAX})`,
        holds: growth <= GROWTH_MAX,
      });
      verdicts.push(...(await besides(ground, engine, progress)));
    }
    return {
      title: `A month of ${MANY} leases, in milliseconds, against a bare insert of the same rows`,
      columns: ["", "", "ours", "bare insert", "rows", "of bare"],
      rows,
      verdicts,
    };
  },
};

/** The duration of a request, and the duration of inserting its rows. */
interface Took {
  readonly ours: number;
  readonly bare: number;
  readonly count: number;
}

/** Milliseconds of a lease, computed and applied. */
const each = ({ computed, applied }: Readonly<Record<string, Took>>, leases: number): number =>
  ((computed?.ours ?? 0) + (applied?.ours ?? 0)) / leases;

async function measured(ground: AgencyGround, leases: number): Promise<Readonly<Record<string, Took>>> {
  const { container, administrator } = ground;
  const agency = await container.getAsync(tokens.agency);
  const mandataireId = await fillLet(ground, leases);
  const [runs, application] = [agency.billingRuns(mandataireId), agency.runApplication(mandataireId)];
  const { id } = await runs.create(administrator, { periodStart: "2026-03-01" as Day });
  const compute = agency.jobs.find(({ queue }) => queue === "rental/compute_run");
  const job = { payload: { mandataireId, runId: id }, attempt: 1, attemptsMax: 1 } as unknown as Job;
  const snapshot = billedSnapshot(leases);
  const pure = await millisecondsOf(async () =>
    computeRun(createDigests(), snapshot, { ...ALL, month: "2026-03" as Month }),
  );
  const computed = await millisecondsOf(() => compute?.handle(job, { aborted: false }) ?? Promise.resolve());
  const lines = await again(ground, COMPUTED, mandataireId);
  await runs.validate(administrator, { id, isForced: true });
  const applied = await millisecondsOf(() => application.apply(administrator, id));
  const booked = await again(ground, APPLIED, mandataireId);
  const cancelled = await millisecondsOf(() => application.cancel(administrator, { id }));
  return {
    "computed, the pure part": { ours: pure, ...lines },
    computed: { ours: computed, ...lines },
    applied: { ours: applied, ...booked },
    cancelled: { ours: cancelled, ...(await again(ground, CANCELLED, mandataireId)) },
  };
}

/** Inserts the written rows again by hand, in place of the request. */
async function again(
  ground: AgencyGround,
  tables: Left,
  mandataireId: MandataireId,
): Promise<Pick<Took, "bare" | "count">> {
  const rows = await rowsOf(ground, tables, mandataireId);
  return { bare: await insertedAgain(ground, { tenant: mandataireId, tables: rows }), count: countOf(rows) };
}

const ALL = { propertyId: null, frequencies: [], timings: [], leaseTypes: [], leaseIds: [], excludedLeaseIds: [] };

const countOf = (rows: TableRows): number => rows.reduce((sum, [, each]) => sum + each.length, 0);

/** The rows of a computation, an application and a cancellation: tables, and a selection of their rows. */
type Left = readonly (readonly [table: string, which: string])[];

const BY_ENTRY = "order by entry_id, line_number";
const COMPUTED: Left = ["billing_run_lines", "billing_run_parts", "billing_run_inputs"].map((table) => [table, ""]);
const APPLIED: Left = [
  ["ledger_sources", ""],
  ["ledger_lines", BY_ENTRY],
  ["ledger_entries", ""],
  ["rent_calls", ""],
  ["owner_payouts", ""],
];
const REVERSALS = "and reversal_of_id is not null";
const CANCELLED: Left = [
  ["ledger_sources", "and source_type = 'Reversal'"],
  ["ledger_lines", `and entry_id in (select id from ledger_entries where reversal_of_id is not null) ${BY_ENTRY}`],
  ["ledger_entries", REVERSALS],
];

async function rowsOf(ground: AgencyGround, tables: Left, mandataireId: MandataireId): Promise<TableRows> {
  const found: TableRows[number][] = [];
  for (const [table, which] of tables) {
    const whose = table.startsWith("ledger_") ? "book_id" : "mandataire_id";
    found.push([table, await ground.rows(`select * from ${table} where ${whose} = '${mandataireId}' ${which}`)]);
  }
  return found;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * The memory of a separate host above idle while it bills a month, and the wait of other requests meanwhile. An idle
 * host has billed a little before and does nothing now; it was not just started.
 */
async function besides(ground: AgencyGround, engine: string, progress: Progress): Promise<readonly Verdict[]> {
  const { container, environment } = ground;
  const [few, many] = [await fillLet(ground, FEW), await fillLet(ground, MANY)];
  const { personalTokens } = await container.getAsync(tokens.identity);
  const { emailAddress } = container.get(tokens.config).administrator;
  const { token } = await personalTokens.issuePersonalToken({ emailAddress, scope: "read write", name: "bench" });
  await using host = await startHost(environment);
  const client = clientOf(host.url, token);
  const memory = residentMemoryOf(host.pid);
  const fresh = await memory.now();
  // As above: the time of a month excludes what a host compiles and opens once at its first bill.
  await billed(host.url, token, few);
  const idle = await waits(client, setTimeout(IDLE_MS));
  const before = await memory.now();
  await memory.forget();
  const busy = await waits(client, billed(host.url, token, many));
  const peak = await memory.peak();
  const above = (peak - before) / MIB;
  client.close();
  progress(`${engine}: idle p99 ${idle.toFixed(1)} ms, meanwhile ${busy.toFixed(1)} ms`);
  progress(
    `${engine}: ${above.toFixed(0)} MiB above idle, ${((peak - fresh) / MIB).toFixed(0)} above a host just started`,
  );
  return [
    {
      promise: `On ${engine} others wait ${(busy / idle).toFixed(1)} times as long at their 99th percentile (under ${P99_MAX})`,
      holds: busy < P99_MAX * idle,
    },
    {
      promise: `On ${engine} ${above.toFixed(0)} MiB above idle (at most ${ABOVE_IDLE_MAX})`,
      holds: above <= ABOVE_IDLE_MAX,
    },
  ];
}

const IDLE_MS = 5_000;
const PACE_MS = 5;

/** The 99th percentile of the duration of a small request, repeated until some work is over. */
async function waits(client: Client, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = over.finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  for (; !isOver; await setTimeout(PACE_MS)) {
    const began = performance.now();
    await client.get("/api/v1/documents/workspaces");
    took.push(performance.now() - began);
  }
  await ended;
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? 0;
}

/** A month that is computed and applied over HTTP. */
async function billed(url: string, token: string, mandataireId: MandataireId): Promise<void> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      ...{ authorization: `Bearer ${token}`, "x-mandataire-id": mandataireId },
      ...(body && { "content-type": "application/json" }),
    };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${url}/rental/api/v1/billing_runs${path}`, sent);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string; readonly status: string };
  };
  const { id } = await ask("POST", "", { period_start: "2026-03-01" });
  while ((await ask("GET", `/${id}`)).status === "draft") await setTimeout(POLL_MS);
  await ask("POST", `/${id}/validate?force`);
  await ask("POST", `/${id}/apply`);
}

const POLL_MS = 500;
