import { type StopSignal, unavailable } from "@cartulary/kernel";
import {
  type Attempt,
  attemptAt,
  begin,
  type ComputingDependencies,
  type ComputingStores,
  isWaiting,
  OvertakenError,
  type RunNamed,
} from "./attempt.ts";
import { coverByCredits } from "./credits.ts";
import { computeOwners, computeTenants } from "./phases.ts";
import { withDoors } from "./run.ts";
import { changedInputs } from "./staleness.ts";

/** How often a computation begins again whose leases are changed meanwhile, before it waits a while. */
const TRIES_MAX = 3;

/**
 * Computes a run that waits for it: tenants in chunks by lease, then owners, under a number that nobody reads until the last
 * write makes it current (rental.md 3.1). Whoever takes it up begins anew, so that it can be cut anywhere; of two who do,
 * the one who began last comes to the end. Nothing where the run waits no longer.
 */
export async function computeWaitingRun<Stores extends ComputingStores>(
  dependencies: ComputingDependencies<Stores>,
  { mandataireId, runId }: RunNamed,
  stop: StopSignal,
): Promise<void> {
  const { transactFor, clock } = dependencies;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const begun = await transactFor(mandataireId).write((stores) =>
      begin(stores, runId, { now: clock.now(), isAgain: tries > 1 }),
    );
    if (!begun) return;
    const attempt = attemptAt(dependencies, begun, stop);
    try {
      await computeTenants(attempt);
      await computeOwners(attempt);
      if (await finished(attempt, dependencies)) return;
    } catch (error) {
      if (error instanceof OvertakenError) return;
      await letGo(dependencies, attempt);
      throw error;
    }
  }
  throw unavailable("run_changing", "What the run is made from changes all the time", RETRY_SECONDS);
}

const RETRY_SECONDS = 5;

/** Makes what was computed current, if it is all of one state: nothing that it follows from was changed meanwhile. */
async function finished<Stores>(attempt: Attempt, { clock, digests }: ComputingDependencies<Stores>): Promise<boolean> {
  const { run, writing, moment, tenants } = attempt;
  const { computation } = writing;
  await attempt.write(4, (stores) => coverByCredits(stores, writing, [...tenants]));
  const ofThen = { ...run, computedOn: moment.today };
  const changed = await attempt.read((stores) => changedInputs(stores, ofThen, digests, computation));
  if (changed.length > 0) return false;
  await attempt.end(async ({ billingRunLines }) => {
    const amounts = await billingRunLines.amounts(writing);
    const now = clock.now();
    return withDoors({
      ...run,
      ...amounts,
      status: amounts.allAnomaliesAcknowledged ? "computed" : "review",
      computation,
      previousComputation: run.computation,
      computingAt: null,
      currentStep: 5,
      computedAt: now,
      computedOn: moment.today,
      failureMessage: null,
      updatedAt: now,
    });
  });
  return true;
}

/** So that whoever comes next need not wait until this one counts as dead. */
async function letGo<Stores extends ComputingStores>(
  { transactFor }: ComputingDependencies<Stores>,
  { run: { id, mandataireId, lastComputation } }: Attempt,
): Promise<void> {
  await transactFor(mandataireId).write(async ({ billingRuns }) => {
    const present = await billingRuns.lock(id);
    if (present?.lastComputation === lastComputation) await billingRuns.update({ ...present, computingAt: null });
  });
}

/** The computation failed for good: the run says why, and what was written of it is read by nobody. */
export async function failRun<Stores extends ComputingStores>(
  { transactFor, clock }: ComputingDependencies<Stores>,
  { mandataireId, runId }: RunNamed,
  failureMessage: string,
): Promise<void> {
  await transactFor(mandataireId).write(async ({ billingRuns }) => {
    const run = await billingRuns.lock(runId);
    if (!run || !isWaiting(run)) return;
    const updatedAt = clock.now();
    await billingRuns.update(withDoors({ ...run, status: "failed", failureMessage, computingAt: null, updatedAt }));
  });
}
