import {
  type Clock,
  type Digests,
  type Instant,
  type JobStores,
  millisecondsOf,
  monthOf,
  orNotFound,
  type StopSignal,
  secondsAfter,
  type TransactFor,
  throwIfCancelled,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { Mandataire, MandataireId } from "../../agency/mandataire.ts";
import type { TenantId } from "../../property/people/tenant.ts";
import type { OwnerPremium } from "../computation/owner-lines.ts";
import type { RunScope } from "../computation/run-scope.ts";
import type { BillingStores } from "../ports.ts";
import type { LineContext } from "./build-lines.ts";
import type { ManagedLetting } from "./owner-inputs.ts";
import type { ReadContext } from "./read-inputs.ts";
import { type BillingRun, type BillingRunId, RUN_STEPS } from "./run.ts";

export type ComputingStores = BillingStores & JobStores;

/** The ports that computations need. */
export interface ComputingDependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly digests: Pick<Digests, "sha256">;
}

export interface RunRef {
  readonly mandataireId: MandataireId;
  readonly runId: BillingRunId;
}

/** A computation with a heartbeat younger than this is not taken over. Longer than one chunk takes. */
const ALIVE_SECONDS = 5;

/** Thrown when another computation took over the run, or the run no longer awaits one. */
export class SupersededError extends Error {}

/** A run whose computation has started, with its own computation number. */
export interface StartedRun {
  readonly run: BillingRun;
  readonly mandataire: Mandataire;
}

/**
 * Starts a computation: locks the run, removes unread lines and takes the next computation number. Returns `null` if
 * the run does not await computation or another live computation has it. If that one died, the next attempt of its job
 * or a starting host resumes the run (`runJobs`).
 */
export async function startComputation(
  { billingRuns, billingRunLines, mandataires }: ComputingStores,
  runId: BillingRunId,
  { now, isAgain }: { readonly now: Instant; readonly isAgain: boolean },
): Promise<StartedRun | null> {
  const current = await billingRuns.lock(runId);
  if (!current || !awaitsComputation(current)) return null;
  const { scheduledAt, computingAt } = current;
  if (scheduledAt !== null && scheduledAt > now) return null;
  if (computingAt !== null && !isAgain && isAlive(computingAt, now)) return null;
  await billingRunLines.removeOthers(runId, [current.computation, current.previousComputation]);
  const lastComputation = current.lastComputation + 1;
  const run = { ...current, lastComputation, computingAt: now, currentStep: RUN_STEPS.scope, updatedAt: now };
  await billingRuns.update(run);
  return { run, mandataire: orNotFound(await mandataires.find(run.mandataireId)) };
}

/** Returns true if a run awaits computation. */
export const awaitsComputation = ({ status }: Pick<BillingRun, "status">): boolean =>
  status === "draft" || status === "scheduled";

/** Returns the time from which a computation with this last heartbeat may be taken over. */
export const resumedAt = (computingAt: Instant): Instant => secondsAfter(computingAt, ALIVE_SECONDS);

const isAlive = (computingAt: Instant, now: Instant): boolean =>
  millisecondsOf(now) < millisecondsOf(resumedAt(computingAt));

/** One attempt at a computation. */
export interface Attempt extends StartedRun {
  readonly scope: RunScope;
  readonly writing: LineContext;
  readonly readContext: Omit<ReadContext, "indexValues">;
  readonly premiums: OwnerPremium[];
  readonly lettings: ManagedLetting[];
  readonly tenants: Set<TenantId>;
  read<Result>(work: (stores: ComputingStores) => Promise<Result>): Promise<Result>;
  /**
   * Writes with a heartbeat. Throws {@link SupersededError} unless the attempt is the run's latest. Does not wait for
   * the disk: no one reads these lines before `end`, which does wait and makes them durable with it.
   */
  write(currentStep: number, work: (stores: ComputingStores) => Promise<void>): Promise<void>;
  /** Writes the run that `work` returns, durably and under the same condition; ends the attempt. */
  end(work: (stores: ComputingStores, run: BillingRun) => Promise<BillingRun>): Promise<void>;
}

/** Returns an attempt at a started run. */
export function attemptAt<Stores extends ComputingStores>(
  { transactFor, clock, digests }: ComputingDependencies<Stores>,
  { run, mandataire }: StartedRun,
  stop: StopSignal,
): Attempt {
  const transact = transactFor(run.mandataireId);
  const [month, now] = [monthOf(run.periodStart), clock.now()];
  const { id: runId, lastComputation: computation, groupingMode, mandataireId } = run;
  const updating =
    (work: (stores: ComputingStores, run: BillingRun) => Promise<BillingRun>) => async (stores: Stores) => {
      throwIfCancelled(stop);
      const current = await stores.billingRuns.lock(runId);
      if (!current || !awaitsComputation(current) || current.lastComputation !== computation)
        throw new SupersededError();
      await stores.billingRuns.update(await work(stores, current));
    };
  return {
    run,
    mandataire,
    scope: { ...run.scope, month },
    writing: { mandataireId, runId, computation, month, groupingMode, now, digests },
    readContext: { runId, month, today: dayInParis(now), accountingMode: mandataire.accountingMode },
    premiums: [],
    lettings: [],
    tenants: new Set(),
    read: (work) => transact.read(work),
    end: (work) => transact.write(updating(work)),
    write: (currentStep, work) =>
      transact.claim(
        updating(async (stores, current) => {
          await work(stores);
          const now = clock.now();
          return { ...current, currentStep, computingAt: now, updatedAt: now };
        }),
      ),
  };
}
