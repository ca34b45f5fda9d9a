import {
  type Clock,
  type Id,
  JobCancelledError,
  type JobDefinition,
  type JobStores,
  type JsonObject,
  parseId,
  readPages,
  type StopSignal,
  type Transact,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { AgencyStores } from "../../agency/ports.ts";
import { type ComputingDependencies, type ComputingStores, type RunRef, resumedAt } from "./attempt.ts";
import { computeWaitingRun, failRun } from "./compute-waiting-run.ts";
import { COMPUTE_RUN, computationJob, RESUME_RUNS } from "./queues.ts";

export const RUN_QUEUES: readonly string[] = [COMPUTE_RUN, RESUME_RUNS];

/** Mandataires read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> extends ComputingDependencies<OneStores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}

/**
 * Jobs that compute runs. When a host starts, one of them resumes the computations of a killed host, whose own jobs
 * would be retried only after a minute.
 */
export function runJobs<Stores extends AgencyStores & JobStores, OneStores extends ComputingStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  return [
    {
      queue: COMPUTE_RUN,
      async handle({ payload, attempt, attemptsMax }, stop) {
        const runRef = runRefIn(payload);
        if (!runRef) return;
        try {
          await computeWaitingRun(dependencies, runRef, stop);
        } catch (error) {
          if (attempt >= attemptsMax && !(error instanceof JobCancelledError))
            await failRun(dependencies, runRef, error instanceof Error ? error.message : String(error));
          throw error;
        }
      },
    },
    {
      queue: RESUME_RUNS,
      initialJob: { queue: RESUME_RUNS, dedupeKey: "start" },
      handle: (_job, stop) => resumeAll(dependencies, stop),
    },
  ];
}

function runRefIn(payload: JsonObject): RunRef | null {
  const [mandataireId, runId] = ["mandataireId", "runId"].map((name) => parseId(String(payload[name])));
  return mandataireId && runId
    ? { mandataireId: mandataireId as Id<"Mandataire">, runId: runId as RunRef["runId"] }
    : null;
}

async function resumeAll<Stores extends AgencyStores & JobStores, OneStores extends ComputingStores>(
  { transact, transactFor, clock }: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const pages = readPages<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const mandataireId of ids) {
      throwIfCancelled(stop);
      const one = transactFor(mandataireId);
      const waiting = await one.read(({ billingRuns }) => billingRuns.waiting(clock.now()));
      if (waiting.length === 0) continue;
      await one.write(async ({ jobs }) => {
        for (const { id, computingAt } of waiting) {
          const runAt = computingAt === null ? {} : { runAt: resumedAt(computingAt) };
          await jobs.enqueue({ ...computationJob({ mandataireId, id }), ...runAt });
        }
      });
    }
}
