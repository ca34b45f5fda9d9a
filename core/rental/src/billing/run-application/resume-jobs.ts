import {
  type Clock,
  DomainError,
  type JobDefinition,
  type JobStores,
  type StopSignal,
  type Transact,
  type TransactFor,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { OpenWrite, OpenWriteStores } from "../../agency/long-writes.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { BillingStores } from "../ports.ts";
import { fromNote, type ResumableRequest } from "./resumable-request.ts";
import type { RunApplication } from "./run-application.ts";

/** The queue of {@link applicationJobs}. */
export const APPLICATION_QUEUES: readonly string[] = ["rental/resume_applications"];

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly runApplication: (mandataireId: MandataireId) => RunApplication;
}

/**
 * Jobs that, when a host starts, finish the applications and cancellations of a killed host, which the database has
 * rolled back by then. If another host is still running one, the job waits for it and then finds it done.
 */
export function applicationJobs<Stores extends OpenWriteStores & JobStores, OneStores extends BillingStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  return APPLICATION_QUEUES.map((queue) => ({
    queue,
    initialJob: { queue, dedupeKey: "start" },
    handle: (_job, stop) => resumeAll(dependencies, stop),
  }));
}

async function resumeAll<Stores extends OpenWriteStores, OneStores extends BillingStores>(
  dependencies: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const { transact, clock } = dependencies;
  const found = await transact.read(({ openWrites }) => openWrites.resumable());
  for (const open of found) {
    throwIfCancelled(stop);
    const unfinished = fromNote(open.work);
    if (unfinished) await resume(dependencies, unfinished, open);
    // A host still at work removes the record itself; without the record, its transaction would be rolled back.
    if (open.until <= clock.now()) await transact.write(({ openWrites }) => openWrites.remove(open.id));
  }
}

/** Repeats the request, unless the run has changed since. */
async function resume<Stores, OneStores extends BillingStores>(
  { transactFor, runApplication }: Dependencies<Stores, OneStores>,
  { action, mandataireId, id, caller, reason = null }: ResumableRequest,
  { startedAt }: OpenWrite,
): Promise<void> {
  const run = await transactFor(mandataireId).read(({ billingRuns }) => billingRuns.find(id));
  if (!run || run.updatedAt > startedAt) return;
  const application = runApplication(mandataireId);
  try {
    await (action === "apply" ? application.apply(caller, id) : application.cancel(caller, { id, reason }));
  } catch (error) {
    // The caller would have received the same error.
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
  }
}
