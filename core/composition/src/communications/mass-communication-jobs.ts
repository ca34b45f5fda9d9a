import { generatedDocumentUseCases } from "@cartulary/documents";
import { type Clock, ELEMENTS_PER_JOB_MAX, elementsJob, type JobDefinition } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import type { MassCommunicationId } from "../records/ids.ts";
import { isActive, markStarted } from "../records/mass-communication.ts";
import type { Recipient } from "../records/recipient.ts";
import { communicationIn, communicationJob, MASS_COMMUNICATION_QUEUE } from "./communication-job.ts";
import {
  asDomainError,
  type BatchInput,
  type MassCommunicationDependencies,
  makeRecipientDocument,
  resolveDestination,
} from "./make-recipient-document.ts";

/** The queues of {@link massCommunicationJobs}. */
export const MASS_COMMUNICATION_QUEUES: readonly string[] = [MASS_COMMUNICATION_QUEUE];

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
  const { transact, clock } = dependencies;
  const generated = generatedDocumentUseCases<Stores>(dependencies);
  return [
    elementsJob<MassCommunicationId, Recipient>({
      queue: MASS_COMMUNICATION_QUEUE,
      clock,
      workIn: communicationIn,
      async begin(id, { isLast }) {
        const beginning = await transact.write((stores) => begin(stores, id, clock));
        if (!beginning) return null;
        const batch = { ...dependencies, generated, isLast };
        return {
          elements: beginning.recipients,
          make: (recipient) => makeRecipientDocument(batch, beginning, recipient),
        };
      },
      continueAt: (id, runAt) =>
        transact.write(async ({ massCommunications, jobs }) => {
          const record = await massCommunications.find(id);
          if (record && isActive(record)) await jobs.enqueue({ ...communicationJob(record), ...(runAt && { runAt }) });
        }),
    }),
  ];
}

async function begin(stores: CompositionStores, id: MassCommunicationId, clock: Clock): Promise<BatchInput | null> {
  const present = await stores.massCommunications.lock(id);
  const template = await stores.massCommunications.template(id);
  if (!present || !template || !isActive(present)) return null;
  const record = markStarted(present, clock.now());
  if (record !== present) await stores.massCommunications.update(record);
  const obstacle = await resolveDestination(stores, record).then(() => null, asDomainError);
  return { record, template, recipients: await stores.recipients.next(id, ELEMENTS_PER_JOB_MAX), obstacle };
}
