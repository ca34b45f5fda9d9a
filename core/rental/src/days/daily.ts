import {
  type Clock,
  type Day,
  type JobDefinition,
  type JobStores,
  type NewId,
  pagesOf,
  requireGoing,
  StoppedError,
  type StopSignal,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { LastingWrites } from "../convergence/lasting-writes.ts";
import type { Occasion } from "../estate/family.ts";
import { decideLeases } from "../leases/deciding.ts";
import type { MandataireId } from "../mandataire.ts";
import { decideMandates } from "../mandates/deciding.ts";
import type { RegistryStores, RentalStores } from "../ports.ts";
import { nextDecision } from "../time/paris-time.ts";
import { dayTurns, type TurnSource } from "./turns.ts";

/** Writes what a day makes of some records, with when they changed. It calls `alive` between two batches. */
type DayDecision = (stores: RentalStores, occasion: Occasion, alive: () => void) => Promise<void>;

/** What is written of the records of each kind; what shows them on some days only moves by {@link dayTurns}. */
const dayDecisions: readonly DayDecision[] = [decideMandates, decideLeases];

const DECIDE_DAY = "rental/decide_day";

/** The queues of {@link dayJobs}. */
export const DAY_QUEUES: readonly string[] = [DECIDE_DAY];

/** Mandataires whose ids are read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly lasting: LastingWrites<OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * What writes once a day, five minutes after it began in Paris, and whenever a host starts, what the day made of every
 * mandataire's records (estate.md 1.1). However many hosts do, a day is decided once, mandataire by mandataire; a failure of
 * one keeps none of the others from it.
 */
export function dayJobs<Stores extends RegistryStores & JobStores, OneStores extends RentalStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  const next = { queue: DECIDE_DAY, dedupeKey: "next" };
  return [
    {
      queue: DECIDE_DAY,
      first: { queue: DECIDE_DAY, dedupeKey: "start" },
      async handle(_job, stop) {
        const runAt = nextDecision(clock.now());
        await transact.write(({ jobs }) => jobs.enqueue({ ...next, runAt }));
        await decideAll(dependencies, stop);
      },
    },
  ];
}

async function decideAll<Stores extends RegistryStores, OneStores extends RentalStores>(
  dependencies: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const { transact } = dependencies;
  const failures: unknown[] = [];
  const pages = pagesOf<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const id of ids) {
      requireGoing(stop);
      await decideOne(dependencies, id).catch((error) => {
        if (error instanceof StoppedError) throw error;
        failures.push(error);
      });
    }
  if (failures.length > 0) throw failures[0];
}

async function decideOne<Stores, OneStores extends RentalStores>(
  { transactFor, lasting, clock, newId }: Dependencies<Stores, OneStores>,
  mandataireId: MandataireId,
): Promise<void> {
  const last = await transactFor(mandataireId).read(({ days }) => days.last());
  if (last !== null && last >= dayInParis(clock.now())) return;
  await lasting(mandataireId, (stores, alive) => {
    const now = clock.now();
    return decideDay(stores, { mandataireId, now, today: dayInParis(now), newId }, alive);
  });
}

/** Writes what the days made of a mandataire since they were decided last. Nothing where somebody else did. */
async function decideDay(stores: RentalStores, occasion: Occasion, alive: () => void): Promise<void> {
  const { mandataireId, now, today } = occasion;
  if (!(await stores.mandataires.lockShared(mandataireId))) return;
  const since = await stores.days.lock(await firstDayOf(stores, mandataireId));
  if (since >= today) return;
  for (const decide of dayDecisions) await decide(stores, occasion, alive);
  for (const source of Object.keys(dayTurns) as TurnSource[]) {
    alive();
    await stores.days.turn(source, { since, today }, now);
  }
  await stores.days.set(today);
}

/** Before a mandataire was made, days changed nothing of it. */
async function firstDayOf({ mandataires }: RentalStores, id: MandataireId): Promise<Day> {
  const mandataire = await mandataires.find(id);
  if (!mandataire) throw new TypeError("Who holds a mandataire finds it");
  return dayInParis(mandataire.createdAt);
}
