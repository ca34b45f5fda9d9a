import {
  type Clock,
  type Instant,
  type JobDefinition,
  type JobStores,
  readPages,
  recurringJob,
  type StopSignal,
  type Transact,
  type TransactFor,
  throwIfCancelled,
} from "@cartulary/kernel";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import type { ConvergenceStores } from "./ports.ts";
import { retentionCutoff } from "./retention.ts";

const FORGET_REMOVALS = "rental/forget_removals";

export const CONVERGENCE_QUEUES: readonly string[] = [FORGET_REMOVALS];

const HOUR_SECONDS = 3_600;
/** Mandataires read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
}

/** Hourly job that removes tombstones older than their retention, and records of abandoned long writes. */
export function convergenceJobs<Stores extends AgencyStores & JobStores, OneStores extends ConvergenceStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  return [
    recurringJob({
      queue: FORGET_REMOVALS,
      everySeconds: HOUR_SECONDS,
      transact,
      clock,
      work: (stop) => forget(dependencies, clock.now(), stop),
    }),
  ];
}

async function forget<Stores extends AgencyStores, OneStores extends ConvergenceStores>(
  { transact, transactFor }: Dependencies<Stores, OneStores>,
  now: Instant,
  stop: StopSignal,
): Promise<void> {
  const before = retentionCutoff(now);
  await transact.write(async ({ membershipTombstones, openWrites }) => {
    await membershipTombstones.removeBefore(before);
    await openWrites.removeExpired(now);
  });
  const pages = readPages<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const id of ids) {
      throwIfCancelled(stop);
      await transactFor(id).write(({ tombstones }) => tombstones.removeBefore(before));
    }
}
