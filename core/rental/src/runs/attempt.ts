import {
  type Clock,
  type Digests,
  existing,
  type Instant,
  type JobStores,
  millisecondsOf,
  monthOf,
  requireGoing,
  type StopSignal,
  secondsAfter,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { OwnerPremium } from "../billing/owner-lines.ts";
import type { RunScope } from "../billing/run-scope.ts";
import type { Mandataire, MandataireId } from "../mandataire.ts";
import type { TenantId } from "../people/tenant.ts";
import type { RentalStores } from "../ports.ts";
import type { Writing } from "./lines-made.ts";
import type { Moment } from "./reading.ts";
import type { BillingRun, BillingRunId } from "./run.ts";

/** What a transaction of a computation touches. */
export type ComputingStores = RentalStores & JobStores;

/** What computations need of the machine. */
export interface ComputingDependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly digests: Pick<Digests, "sha256">;
}

/** Which run. */
export interface RunNamed {
  readonly mandataireId: MandataireId;
  readonly runId: BillingRunId;
}

/** How long nobody else takes a computation over that gave a sign of life: more than a chunk takes. */
const ALIVE_SECONDS = 5;

/** A computation that somebody else took over, or that is wanted no longer. */
export class OvertakenError extends Error {}

/** A run that was taken up, under a number of its own. */
export interface Begun {
  readonly run: BillingRun;
  readonly mandataire: Mandataire;
}

/**
 * Takes a run up, unless it waits no longer, or somebody else is at it. Whether that one is dead is found out by others: by
 * whoever has its job next, or by a host that starts (`runJobs`).
 */
export async function begin(
  { billingRuns, billingRunLines, mandataires }: ComputingStores,
  runId: BillingRunId,
  { now, isAgain }: { readonly now: Instant; readonly isAgain: boolean },
): Promise<Begun | null> {
  const present = await billingRuns.lock(runId);
  if (!present || !isWaiting(present)) return null;
  const { scheduledAt, computingAt } = present;
  if (scheduledAt !== null && scheduledAt > now) return null;
  if (computingAt !== null && !isAgain && isAlive(computingAt, now)) return null;
  await billingRunLines.removeOthers(runId, [present.computation, present.previousComputation]);
  const lastComputation = present.lastComputation + 1;
  const run = { ...present, lastComputation, computingAt: now, currentStep: 1, updatedAt: now };
  await billingRuns.update(run);
  return { run, mandataire: existing(await mandataires.find(run.mandataireId)) };
}

/** Whether a run is to be computed. */
export const isWaiting = ({ status }: Pick<BillingRun, "status">): boolean =>
  status === "draft" || status === "scheduled";

/** When a computation may be taken over that gave its last sign of life at an instant. */
export const resumedAt = (computingAt: Instant): Instant => secondsAfter(computingAt, ALIVE_SECONDS);

const isAlive = (computingAt: Instant, now: Instant): boolean =>
  millisecondsOf(now) < millisecondsOf(resumedAt(computingAt));

/** One attempt at a computation. */
export interface Attempt extends Begun {
  readonly scope: RunScope;
  readonly writing: Writing;
  readonly moment: Omit<Moment, "indexValues">;
  readonly premiums: OwnerPremium[];
  readonly tenants: Set<TenantId>;
  read<Result>(work: (stores: ComputingStores) => Promise<Result>): Promise<Result>;
  /**
   * Writes, with a sign of life, as long as the attempt is the run's last one. It waits for no disk: what a power cut takes
   * back nobody has read, and the end, which does wait, takes it along.
   */
  write(currentStep: number, work: (stores: ComputingStores) => Promise<void>): Promise<void>;
  /** Writes what the work makes of the run, likewise: it is the attempt's end. */
  end(work: (stores: ComputingStores, run: BillingRun) => Promise<BillingRun>): Promise<void>;
}

/** An attempt at a run that was taken up. */
export function attemptAt<Stores extends ComputingStores>(
  { transactFor, clock, digests }: ComputingDependencies<Stores>,
  { run, mandataire }: Begun,
  stop: StopSignal,
): Attempt {
  const transact = transactFor(run.mandataireId);
  const [month, now] = [monthOf(run.periodStart), clock.now()];
  const { id: runId, lastComputation: computation, groupingMode, mandataireId } = run;
  const written =
    (work: (stores: ComputingStores, run: BillingRun) => Promise<BillingRun>) => async (stores: Stores) => {
      requireGoing(stop);
      const present = await stores.billingRuns.lock(runId);
      if (!present || !isWaiting(present) || present.lastComputation !== computation) throw new OvertakenError();
      await stores.billingRuns.update(await work(stores, present));
    };
  return {
    run,
    mandataire,
    scope: { ...run.scope, month },
    writing: { mandataireId, runId, computation, month, groupingMode, now, digests },
    moment: { runId, month, today: dayInParis(now), accountingMode: mandataire.accountingMode },
    premiums: [],
    tenants: new Set(),
    read: (work) => transact.read(work),
    end: (work) => transact.write(written(work)),
    write: (currentStep, work) =>
      transact.claim(
        written(async (stores, present) => {
          await work(stores);
          const now = clock.now();
          return { ...present, currentStep, computingAt: now, updatedAt: now };
        }),
      ),
  };
}
