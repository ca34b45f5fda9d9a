import { generatedDocumentUseCases } from "@cartulary/documents";
import {
  type Clock,
  type Job,
  type JobDefinition,
  type StopSignal,
  secondsAfter,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import type { MassCommunicationId } from "../records/ids.ts";
import { isActive, markStarted } from "../records/mass-communication.ts";
import { forEachConcurrently } from "./bounded-concurrency.ts";
import { communicationIn, communicationJob, MASS_COMMUNICATION_QUEUE } from "./communication-job.ts";
import {
  asDomainError,
  type Batch,
  type BatchInput,
  type MassCommunicationDependencies,
  makeRecipientDocument,
  resolveDestination,
} from "./make-recipient-document.ts";

/** The queues of {@link massCommunicationJobs}. */
export const MASS_COMMUNICATION_QUEUES: readonly string[] = [MASS_COMMUNICATION_QUEUE];

/** Recipients per job, and the time in which it starts new ones; then other owners of the queue have a turn. */
const TURN_MAX = 50;
const TURN_SECONDS = 5;
/** Concurrent documents, so that the compiler does not wait for storage. */
const LANES = 4;
const HOUR_SECONDS = 3_600;

/**
 * Creates the documents of mass communications, some per job.
 *
 * Each recipient gets exactly one document, even with several hosts and after crashes: one transaction stores the
 * document, counts it and removes the waiting recipient. Documents are created with the current rights of the
 * requesting user. Permanent failures are counted and listed.
 */
export function massCommunicationJobs<Stores extends CompositionStores>(
  dependencies: MassCommunicationDependencies<Stores>,
): readonly JobDefinition[] {
  const generated = generatedDocumentUseCases<Stores>(dependencies);
  return [
    {
      queue: MASS_COMMUNICATION_QUEUE,
      async handle(job, stop) {
        const id = communicationIn(job.payload);
        const turn = { ...dependencies, generated, isLast: job.attempt >= job.attemptsMax };
        await takeTurn(turn, id, stop).catch((error: unknown) => afterFailure(dependencies, { id, job, error }));
      },
    },
  ];
}

async function takeTurn<Stores extends CompositionStores>(
  turn: Batch<Stores>,
  id: MassCommunicationId,
  stop: StopSignal,
): Promise<void> {
  const { transact, clock } = turn;
  const beginning = await transact.write((stores) => begin(stores, id, clock));
  if (!beginning) return;
  const until = secondsAfter(clock.now(), TURN_SECONDS);
  await forEachConcurrently(beginning.recipients, LANES, async (recipient) => {
    throwIfCancelled(stop);
    if (clock.now() < until) await makeRecipientDocument(turn, beginning, recipient);
  });
  await transact.write(async ({ massCommunications, jobs }) => {
    const record = await massCommunications.find(id);
    if (record && isActive(record)) await jobs.enqueue(communicationJob(record));
  });
}

async function begin(stores: CompositionStores, id: MassCommunicationId, clock: Clock): Promise<BatchInput | null> {
  const present = await stores.massCommunications.lock(id);
  const template = await stores.massCommunications.template(id);
  if (!present || !template || !isActive(present)) return null;
  const record = markStarted(present, clock.now());
  if (record !== present) await stores.massCommunications.update(record);
  const obstacle = await resolveDestination(stores, record).then(() => null, asDomainError);
  return { record, template, recipients: await stores.recipients.next(id, TURN_MAX), obstacle };
}

/** Reschedules a permanently failed job an hour later, because its cause may be temporary. */
async function afterFailure<Stores extends CompositionStores>(
  { transact, clock }: Pick<MassCommunicationDependencies<Stores>, "transact" | "clock">,
  { id, job, error }: { readonly id: MassCommunicationId; readonly job: Job; readonly error: unknown },
): Promise<void> {
  if (job.attempt >= job.attemptsMax) {
    const runAt = secondsAfter(clock.now(), HOUR_SECONDS);
    await transact.write(async ({ massCommunications, jobs }) => {
      const record = await massCommunications.find(id);
      if (record && isActive(record)) await jobs.enqueue({ ...communicationJob(record), runAt });
    });
  }
  throw error;
}
