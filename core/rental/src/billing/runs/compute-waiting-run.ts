import { type StopSignal, unavailable } from "@cartulary/kernel";
import {
  type Attempt,
  attemptAt,
  awaitsComputation,
  type ComputingDependencies,
  type ComputingStores,
  type RunRef,
  SupersededError,
  startComputation,
} from "./attempt.ts";
import { computeOwners, computeTenants } from "./computation-phases.ts";
import { coverByCredits } from "./credits.ts";
import { RUN_STEPS, withAllowedActions } from "./run.ts";
import { changedInputs } from "./staleness.ts";

/** How often a computation restarts when its inputs change meanwhile, before the job is retried later. */
const TRIES_MAX = 3;

/**
 * Computes a run that awaits it: tenants in chunks by lease, then owners, under a computation number that no one reads
 * until the last write makes it current (rental.md 3.1). Can be interrupted anywhere, since every attempt starts anew;
 * of concurrent attempts, the latest wins. Does nothing if the run no longer awaits computation.
 */
export async function computeWaitingRun<Stores extends ComputingStores>(
  dependencies: ComputingDependencies<Stores>,
  { mandataireId, runId }: RunRef,
  stop: StopSignal,
): Promise<void> {
  const { transactFor, clock } = dependencies;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const started = await transactFor(mandataireId).write((stores) =>
      startComputation(stores, runId, { now: clock.now(), isAgain: tries > 1 }),
    );
    if (!started) return;
    const attempt = attemptAt(dependencies, started, stop);
    try {
      await computeTenants(attempt);
      await computeOwners(attempt);
      if (await finishComputation(attempt, dependencies)) return;
    } catch (error) {
      if (error instanceof SupersededError) return;
      await releaseRun(dependencies, attempt);
      throw error;
    }
  }
  throw unavailable("run_changing", "The inputs of the run keep changing; try again later", RETRY_SECONDS);
}

const RETRY_SECONDS = 5;

/** Makes the computed lines current if no input changed meanwhile; otherwise returns false. */
async function finishComputation<Stores>(
  attempt: Attempt,
  { clock, digests }: ComputingDependencies<Stores>,
): Promise<boolean> {
  const { run, writing, readContext: moment, tenants } = attempt;
  const { computation } = writing;
  await attempt.write(RUN_STEPS.anomalies, (stores) => coverByCredits(stores, writing, [...tenants]));
  const computedRun = { ...run, computedOn: moment.today };
  const changed = await attempt.read((stores) => changedInputs(stores, computedRun, digests, computation));
  if (changed.length > 0) return false;
  await attempt.end(async ({ billingRunLines }) => {
    const amounts = await billingRunLines.amounts(writing);
    const now = clock.now();
    return withAllowedActions({
      ...run,
      ...amounts,
      status: amounts.allAnomaliesAcknowledged ? "computed" : "review",
      computation,
      previousComputation: run.computation,
      computingAt: null,
      currentStep: RUN_STEPS.computed,
      computedAt: now,
      computedOn: moment.today,
      failureMessage: null,
      updatedAt: now,
    });
  });
  return true;
}

/** Clears the heartbeat, so that the next attempt need not wait for its expiry. */
async function releaseRun<Stores extends ComputingStores>(
  { transactFor }: ComputingDependencies<Stores>,
  { run: { id, mandataireId, lastComputation } }: Attempt,
): Promise<void> {
  await transactFor(mandataireId).write(async ({ billingRuns }) => {
    const present = await billingRuns.lock(id);
    if (present?.lastComputation === lastComputation) await billingRuns.update({ ...present, computingAt: null });
  });
}

/** Marks the run as failed with a message. Lines already written are not read. */
export async function failRun<Stores extends ComputingStores>(
  { transactFor, clock }: ComputingDependencies<Stores>,
  { mandataireId, runId }: RunRef,
  failureMessage: string,
): Promise<void> {
  await transactFor(mandataireId).write(async ({ billingRuns }) => {
    const run = await billingRuns.lock(runId);
    if (!run || !awaitsComputation(run)) return;
    const updatedAt = clock.now();
    await billingRuns.update(
      withAllowedActions({ ...run, status: "failed", failureMessage, computingAt: null, updatedAt }),
    );
  });
}
