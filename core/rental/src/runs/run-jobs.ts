import {
  type Clock,
  type Id,
  type JobDefinition,
  type JobStores,
  type JsonObject,
  pagesOf,
  parseId,
  requireGoing,
  StoppedError,
  type StopSignal,
  type Transact,
} from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RegistryStores } from "../ports.ts";
import { type ComputingDependencies, type ComputingStores, type RunNamed, resumedAt } from "./attempt.ts";
import { computeWaitingRun, failRun } from "./computing.ts";
import { COMPUTE_RUN, computationJob, RESUME_RUNS } from "./queues.ts";

/** The queues of {@link runJobs}. */
export const RUN_QUEUES: readonly string[] = [COMPUTE_RUN, RESUME_RUNS];

/** Mandataires whose ids are read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> extends ComputingDependencies<OneStores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
}

/**
 * What computes runs, and what takes up, whenever a host starts, those that another one was at when it was killed: a job
 * that it held would be tried again only after a minute.
 */
export function runJobs<Stores extends RegistryStores & JobStores, OneStores extends ComputingStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  return [
    {
      queue: COMPUTE_RUN,
      async handle({ payload, attempt, attemptsMax }, stop) {
        const named = namedIn(payload);
        if (!named) return;
        try {
          await computeWaitingRun(dependencies, named, stop);
        } catch (error) {
          if (attempt >= attemptsMax && !(error instanceof StoppedError))
            await failRun(dependencies, named, error instanceof Error ? error.message : String(error));
          throw error;
        }
      },
    },
    {
      queue: RESUME_RUNS,
      first: { queue: RESUME_RUNS, dedupeKey: "start" },
      handle: (_job, stop) => resumeAll(dependencies, stop),
    },
  ];
}

function namedIn(payload: JsonObject): RunNamed | null {
  const [mandataireId, runId] = ["mandataireId", "runId"].map((name) => parseId(String(payload[name])));
  return mandataireId && runId
    ? { mandataireId: mandataireId as Id<"Mandataire">, runId: runId as RunNamed["runId"] }
    : null;
}

async function resumeAll<Stores extends RegistryStores & JobStores, OneStores extends ComputingStores>(
  { transact, transactFor, clock }: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const pages = pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const mandataireId of ids) {
      requireGoing(stop);
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
