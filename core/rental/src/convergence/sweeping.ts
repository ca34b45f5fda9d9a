import {
  type Clock,
  type Instant,
  type JobDefinition,
  type JobStores,
  pagesOf,
  recurringJob,
  requireGoing,
  type StopSignal,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";
import type { RegistryStores, RentalStores } from "../ports.ts";
import { forgottenBefore } from "./change.ts";

const FORGET_REMOVALS = "rental/forget_removals";

/** The queues of {@link convergenceJobs}. */
export const CONVERGENCE_QUEUES: readonly string[] = [FORGET_REMOVALS];

const HOUR_SECONDS = 3_600;
/** Mandataires whose ids are read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
}

/** What forgets traces of removals that nobody may ask about any more, and lasting writes that were given up. */
export function convergenceJobs<Stores extends RegistryStores & JobStores, OneStores extends RentalStores>(
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

async function forget<Stores extends RegistryStores, OneStores extends RentalStores>(
  { transact, transactFor }: Dependencies<Stores, OneStores>,
  now: Instant,
  stop: StopSignal,
): Promise<void> {
  const before = forgottenBefore(now);
  await transact.write(async ({ membershipTombstones, openWrites }) => {
    await membershipTombstones.removeBefore(before);
    await openWrites.removeExpired(now);
  });
  const pages = pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const id of ids) {
      requireGoing(stop);
      await transactFor(id).write(({ tombstones }) => tombstones.removeBefore(before));
    }
}
