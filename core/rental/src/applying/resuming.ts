import {
  type Clock,
  DomainError,
  type JobDefinition,
  type JobStores,
  requireGoing,
  type StopSignal,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import type { OpenWrite, OpenWriteStores } from "../convergence/lasting-writes.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { RunApplication } from "./run-application.ts";
import { type Unfinished, unfinishedIn } from "./unfinished.ts";

/** The queue of {@link applicationJobs}. */
export const APPLICATION_QUEUES: readonly string[] = ["rental/resume_applications"];

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly runApplication: (mandataireId: MandataireId) => RunApplication;
}

/**
 * What finishes, whenever a host starts, the applying and cancelling of runs that another one was killed at: the database
 * has undone them by then. What another host is at just now is waited for, and found done.
 */
export function applicationJobs<Stores extends OpenWriteStores & JobStores, OneStores extends RentalStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  return APPLICATION_QUEUES.map((queue) => ({
    queue,
    first: { queue, dedupeKey: "start" },
    handle: (_job, stop) => resumeAll(dependencies, stop),
  }));
}

async function resumeAll<Stores extends OpenWriteStores, OneStores extends RentalStores>(
  dependencies: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const { transact, clock } = dependencies;
  const found = await transact.read(({ openWrites }) => openWrites.resumable());
  for (const open of found) {
    requireGoing(stop);
    const unfinished = unfinishedIn(open.work);
    if (unfinished) await resume(dependencies, unfinished, open);
    // Whoever is still at it removes it himself: without it, what he writes would be undone.
    if (open.until <= clock.now()) await transact.write(({ openWrites }) => openWrites.remove(open.id));
  }
}

/** Nobody finishes what somebody has done something else about since. */
async function resume<Stores, OneStores extends RentalStores>(
  { transactFor, runApplication }: Dependencies<Stores, OneStores>,
  { door, mandataireId, id, caller, reason = null }: Unfinished,
  { startedAt }: OpenWrite,
): Promise<void> {
  const run = await transactFor(mandataireId).read(({ billingRuns }) => billingRuns.find(id));
  if (!run || run.updatedAt > startedAt) return;
  const application = runApplication(mandataireId);
  try {
    await (door === "apply" ? application.apply(caller, id) : application.cancel(caller, { id, reason }));
  } catch (error) {
    // It would have been refused to him, too.
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
  }
}
