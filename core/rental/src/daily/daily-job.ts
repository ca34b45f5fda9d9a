import {
  type Clock,
  type Day,
  JobCancelledError,
  type JobDefinition,
  type JobStores,
  type NewId,
  readPages,
  type StopSignal,
  type Transact,
  type TransactFor,
  throwIfCancelled,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { LongWrites } from "../agency/long-writes.ts";
import type { MandataireId } from "../agency/mandataire.ts";
import type { AgencyStores } from "../agency/ports.ts";
import { nextDecision } from "../agency/time/paris-time.ts";
import type { WriteContext } from "../property/estate/estate-use-cases.ts";
import { revisedSince, reviseLeasesForDay } from "../property/leases/automatic-revisions.ts";
import { updateLeasesForDay } from "../property/leases/lease-daily-update.ts";
import { updateMandatesForDay } from "../property/mandates/mandate-daily-update.ts";
import { type DateTriggerSource, dateTriggers } from "./date-triggers.ts";
import type { DailyStores } from "./day-store.ts";

/** Writes the changes that a day brings to some records. Calls `heartbeat` between batches. */
type DayDecision = (stores: DailyStores, occasion: WriteContext, heartbeat: () => void) => Promise<void>;

/** The stored changes of each kind of record; changes that are only displayed are in {@link dateTriggers}. */
const dayDecisions: readonly DayDecision[] = [updateMandatesForDay, updateLeasesForDay, reviseLeasesForDay];

const DECIDE_DAY = "rental/decide_day";

export const DAY_QUEUES: readonly string[] = [DECIDE_DAY];

/** Mandataires read at once. */
const PAGE = 500;

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly longWrite: LongWrites<OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/**
 * The daily job, which runs five minutes after midnight in Paris and when a host starts, and applies the day to every
 * mandataire's records (estate.md 1.1). Each run decides what is due by then, such as a revision whose index was recorded
 * during the day; what only the passing of a day changes is applied once per mandataire and day, however many hosts run.
 * A failure for one mandataire does not stop the others.
 */
export function dayJobs<Stores extends AgencyStores & JobStores, OneStores extends DailyStores>(
  dependencies: Dependencies<Stores, OneStores>,
): readonly JobDefinition[] {
  const { transact, clock } = dependencies;
  const next = { queue: DECIDE_DAY, dedupeKey: "next" };
  return [
    {
      queue: DECIDE_DAY,
      initialJob: { queue: DECIDE_DAY, dedupeKey: "start" },
      async handle(_job, stop) {
        const runAt = nextDecision(clock.now());
        await transact.write(({ jobs }) => jobs.enqueue({ ...next, runAt }));
        await decideAll(dependencies, stop);
      },
    },
  ];
}

async function decideAll<Stores extends AgencyStores, OneStores extends DailyStores>(
  dependencies: Dependencies<Stores, OneStores>,
  stop: StopSignal,
): Promise<void> {
  const { transact } = dependencies;
  const failures: unknown[] = [];
  const pages = readPages<MandataireId>((last) => transact.read(({ mandataires }) => mandataires.ids(last, PAGE)));
  for await (const ids of pages)
    for (const id of ids) {
      throwIfCancelled(stop);
      await decideOne(dependencies, id).catch((error) => {
        if (error instanceof JobCancelledError) throw error;
        failures.push(error);
      });
    }
  if (failures.length > 0) throw failures[0];
}

async function decideOne<Stores, OneStores extends DailyStores>(
  { transactFor, longWrite, clock, newId }: Dependencies<Stores, OneStores>,
  mandataireId: MandataireId,
): Promise<void> {
  const day = dayInParis(clock.now());
  const isNeeded = await transactFor(mandataireId).read(async ({ days }) => {
    const last = await days.last();
    return last === null || last < day || (await days.hasDue({ today: day, revisedSince: revisedSince(day) }));
  });
  if (!isNeeded) return;
  await longWrite(mandataireId, (stores, heartbeat) => {
    const now = clock.now();
    return decideDay(stores, { mandataireId, now, today: dayInParis(now), newId }, heartbeat);
  });
}

/**
 * Applies the days since the last run to a mandataire. If another run has already applied this day, only new decisions are
 * made, for records that have changed since. A stored decision is not due again, so a second run changes nothing.
 */
async function decideDay(stores: DailyStores, occasion: WriteContext, heartbeat: () => void): Promise<void> {
  const { mandataireId, now, today } = occasion;
  if (!(await stores.mandataires.lockShared(mandataireId))) return;
  const since = await stores.days.lock(await firstDayOf(stores, mandataireId));
  for (const decide of dayDecisions) await decide(stores, occasion, heartbeat);
  if (since >= today) return;
  for (const source of Object.keys(dateTriggers) as DateTriggerSource[]) {
    heartbeat();
    await stores.days.applyDateTriggers(source, { since, today }, now);
  }
  await stores.days.set(today);
}

/** Returns the first day to apply: the day the mandataire was created. */
async function firstDayOf({ mandataires }: DailyStores, id: MandataireId): Promise<Day> {
  const mandataire = await mandataires.find(id);
  if (!mandataire) throw new TypeError("Mandataire not found under its lock");
  return dayInParis(mandataire.createdAt);
}
