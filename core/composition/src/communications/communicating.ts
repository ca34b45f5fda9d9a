import { generatedDocuments } from "@cartulary/documents";
import {
  type Clock,
  type Job,
  type JobDefinition,
  requireGoing,
  type StopSignal,
  secondsAfter,
} from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import type { MassCommunicationId } from "../records/ids.ts";
import { begun, isUnderWay } from "../records/mass-communication.ts";
import { COMMUNICATE, communicationIn, communicationJob } from "./communication-job.ts";
import { inLanes } from "./lanes.ts";
import { type Beginning, type CommunicatingDependencies, filed, make, refusalOf, type Turn } from "./making.ts";

/** The queues of {@link massCommunicationJobs}. */
export const MASS_COMMUNICATION_QUEUES: readonly string[] = [COMMUNICATE];

/** Recipients of one job, and how long it begins new ones: then others of the queue have their turn. */
const TURN_MAX = 50;
const TURN_SECONDS = 5;
/** Documents under way at once, so that the compiler need not wait for what is being stored. */
const LANES = 4;
const HOUR_SECONDS = 3_600;

/**
 * Makes the documents of mass communications, a few in each job.
 *
 * Each recipient gets one, however many hosts try and wherever they break off: the transaction that makes the document
 * counts it and removes the recipient from those who wait, whom it finds there or leaves alone. It is made by whoever
 * asked for it all, with the rights that he has by then. What cannot be made is counted, and told.
 */
export function massCommunicationJobs<Stores extends CompositionStores>(
  dependencies: CommunicatingDependencies<Stores>,
): readonly JobDefinition[] {
  const generated = generatedDocuments<Stores>(dependencies);
  return [
    {
      queue: COMMUNICATE,
      async handle(job, stop) {
        const id = communicationIn(job.payload);
        const turn = { ...dependencies, generated, isLast: job.attempt >= job.attemptsMax };
        await takeTurn(turn, id, stop).catch((error: unknown) => afterFailure(dependencies, { id, job, error }));
      },
    },
  ];
}

async function takeTurn<Stores extends CompositionStores>(
  turn: Turn<Stores>,
  id: MassCommunicationId,
  stop: StopSignal,
): Promise<void> {
  const { transact, clock } = turn;
  const beginning = await transact.write((stores) => begin(stores, id, clock));
  if (!beginning) return;
  const until = secondsAfter(clock.now(), TURN_SECONDS);
  await inLanes(beginning.recipients, LANES, async (recipient) => {
    requireGoing(stop);
    if (clock.now() < until) await make(turn, beginning, recipient);
  });
  await transact.write(async ({ massCommunications, jobs }) => {
    const record = await massCommunications.find(id);
    if (record && isUnderWay(record)) await jobs.enqueue(communicationJob(record));
  });
}

async function begin(stores: CompositionStores, id: MassCommunicationId, clock: Clock): Promise<Beginning | null> {
  const present = await stores.massCommunications.lock(id);
  const template = await stores.massCommunications.template(id);
  if (!present || !template || !isUnderWay(present)) return null;
  const record = begun(present, clock.now());
  if (record !== present) await stores.massCommunications.update(record);
  const obstacle = await filed(stores, record).then(() => null, refusalOf);
  return { record, template, recipients: await stores.recipients.next(id, TURN_MAX), obstacle };
}

/** A job that fails for good is only postponed: what kept the documents from being made may end. */
async function afterFailure<Stores extends CompositionStores>(
  { transact, clock }: Pick<CommunicatingDependencies<Stores>, "transact" | "clock">,
  { id, job, error }: { readonly id: MassCommunicationId; readonly job: Job; readonly error: unknown },
): Promise<void> {
  if (job.attempt >= job.attemptsMax) {
    const runAt = secondsAfter(clock.now(), HOUR_SECONDS);
    await transact.write(async ({ massCommunications, jobs }) => {
      const record = await massCommunications.find(id);
      if (record && isUnderWay(record)) await jobs.enqueue({ ...communicationJob(record), runAt });
    });
  }
  throw error;
}
