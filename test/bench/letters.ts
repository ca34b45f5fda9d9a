import type { TypesetRequest, Typesetter } from "@cartulary/composition";
import { systemTimer } from "@cartulary/crypto";
import type { Day, Job } from "@cartulary/kernel";
import { createJobRunner } from "@cartulary/kernel/jobs";
import type { MandataireId } from "@cartulary/rental/agency";
import { tokens } from "@cartulary/server";
import { type AgencyGround, agencyGround } from "./agency-ground.ts";
import { fillLet } from "./billing-ground.ts";
import type { Measurement } from "./measurement.ts";
import { residentMemoryOf } from "./resident-memory.ts";
import { median } from "./rounds.ts";

/** Notices of the request that is measured, and of one that must take no more memory. */
const [NOTICES, MANY] = [1_000, 3_000] as const;
const ROUNDS = 3;
/** Letters that a job prints at once. */
const AT_ONCE = 4;
const RATIO_MAX = 1.5;
const MIB = 1_048_576;
const ABOVE_MAX = 48;

/** A thousand notices in one request, printed and merged, against the bare typesetting of the same thousand. */
export const letters: Measurement = {
  name: "letters",
  async run(_scenes, progress) {
    await using ground = await agencyGround("SQLite");
    const typesetter = await ground.container.getAsync(tokens.typesetter);
    const [thousand, many] = [await billed(ground, NOTICES), await billed(ground, MANY)];
    await thousand.print();
    // First without the recorder, which holds every request in memory.
    const peaks = { thousand: await peakOf(thousand.print), many: await peakOf(many.print) };
    const recorded = recorderOf(typesetter);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      recorded.length = 0;
      ours.push(await millisecondsOf(thousand.print));
      const requests = recorded.slice(0, NOTICES);
      bare.push(await millisecondsOf(() => typesetAll(typesetter, requests)));
      progress(`${Math.round(ours.at(-1) ?? 0)} ms against ${Math.round(bare.at(-1) ?? 0)} ms`);
    }
    const times = median(ours.map((value, round) => value / (bare[round] ?? Number.NaN)));
    const above = (peaks.many - peaks.thousand) / MIB;
    return {
      title: `${NOTICES} notices in one request, printed and merged`,
      columns: ["", "request", "bare typesetting"],
      rows: [
        ["ms", median(ours).toFixed(0), median(bare).toFixed(0)],
        [`MiB more for ${MANY} notices`, above.toFixed(0), ""],
      ],
      verdicts: [
        {
          promise: `A request for ${NOTICES} notices takes ${times.toFixed(2)} times the bare typesetting (at most ${RATIO_MAX})`,
          holds: times <= RATIO_MAX,
        },
        {
          promise: `One for ${MANY} takes ${above.toFixed(0)} MiB more (at most ${ABOVE_MAX})`,
          holds: above <= ABOVE_MAX,
        },
      ],
    };
  },
};

/** Bills a month of an agency of its own; `print` requests its notices and waits for them. */
async function billed({ container, administrator, ...ground }: AgencyGround, leases: number) {
  const agency = await container.getAsync(tokens.agency);
  const { transact } = await container.getAsync(tokens.database);
  const { jobs } = await container.getAsync(tokens.maintenance);
  const mandataireId: MandataireId = await fillLet({ container, administrator, ...ground }, leases);
  const [runs, application] = [agency.billingRuns(mandataireId), agency.runApplication(mandataireId)];
  const { id: billingRunId } = await runs.create(administrator, { periodStart: "2026-03-01" as Day });
  const compute = agency.jobs.find(({ queue }) => queue === "rental/compute_run");
  const job = { payload: { mandataireId, runId: billingRunId }, attempt: 1, attemptsMax: 1 } as unknown as Job;
  await compute?.handle(job, { aborted: false });
  await runs.validate(administrator, { id: billingRunId, isForced: true });
  await application.apply(administrator, billingRunId);
  const batches = agency.letterBatches(mandataireId);
  const definitions = jobs.filter(({ queue, initialJob }) => !initialJob && queue.startsWith("rental/"));
  const runner = () => createJobRunner({ definitions, transact, timer: systemTimer, observer: FAILING });
  return {
    async print(): Promise<void> {
      const { id } = await batches.create(administrator, { kind: "notice", billingRunId });
      await runner().drain();
      const { status, total, failures } = await batches.get(administrator, id);
      if (status !== "completed" || total !== leases || failures.length > 0)
        throw new Error(`The letters are ${status}: ${JSON.stringify(failures.slice(0, 3))}`);
    },
  };
}

const FAILING = {
  failed({ error }: { readonly error: unknown }): never {
    throw error;
  },
  unreachable(error: unknown): never {
    throw error;
  },
};

/** Records the requests of a typesetter. */
function recorderOf(typesetter: Typesetter): TypesetRequest[] {
  const requests: TypesetRequest[] = [];
  const typeset = typesetter.typeset.bind(typesetter);
  Object.assign(typesetter, {
    typeset(request: TypesetRequest) {
      requests.push(request);
      return typeset(request);
    },
  });
  return requests;
}

async function typesetAll(typesetter: Typesetter, requests: readonly TypesetRequest[]): Promise<void> {
  const waiting = requests.values();
  const work = async () => {
    for (const request of waiting) {
      const { outcome } = await typesetter.typeset(request);
      if (outcome !== "typeset") throw new Error(`A notice is ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const memory = residentMemoryOf(process.pid);
  await memory.forget();
  await work();
  return memory.peak();
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
