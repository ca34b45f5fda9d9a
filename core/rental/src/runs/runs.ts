import {
  addMonths,
  type Caller,
  type Clock,
  create,
  type Day,
  type Digests,
  existing,
  type Instant,
  type JobStores,
  type ListQuery,
  lastDay,
  monthOf,
  type NewId,
  type Page,
  type ReplayStores,
  read,
  refused,
  requireSound,
  service,
  type TransactFor,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import { holdBook } from "../estate/family.ts";
import { unknownError } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { nextReference, takeReference } from "../references/reference.ts";
import { parisInstant } from "../time/paris-time.ts";
import { differenceOf, type RunDifference } from "./difference.ts";
import { computationJob } from "./queues.ts";
import { readLines, reviewLine } from "./reviewing.ts";
import {
  type BillingRun,
  type BillingRunDetail,
  type BillingRunField,
  type BillingRunId,
  NOTHING_COMPUTED,
  withDoors,
} from "./run.ts";
import { type BillingRunInput, type LineReview, runInputErrors, unknownErrors } from "./run-input.ts";
import type { BillingRunLineField, BillingRunLineView, LineType } from "./run-line.ts";
import type { RunListener } from "./run-listener.ts";
import { requireDoor } from "./transitions.ts";

/**
 * The billing runs of one mandataire, for whoever found out that the caller is a member of it (rental.md 3). A run that is
 * another's does not exist (404). What its status does not allow is 422 `invalid_transition`.
 */
export interface BillingRuns {
  list(caller: Caller, query: ListQuery<BillingRunField>): Promise<Page<BillingRun>>;
  /** A run that waits to be computed: at once, or `scheduled`. */
  create(caller: Caller, input: BillingRunInput): Promise<BillingRunDetail>;
  get(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  lines(caller: Caller, query: RunLinesQuery): Promise<Page<BillingRunLineView>>;
  /** Takes a line out or back, or says what is thought of it. 422 `invalid_transition` where it was billed already. */
  reviewLine(caller: Caller, review: LineReview & { readonly runId: BillingRunId }): Promise<BillingRunLineView>;
  /** The run waits to be computed again; what was said of its lines stays with those that stay as they are. */
  recompute(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  acknowledge(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  /** 422 `anomalies_unacknowledged` while one is left, unless it is forced. */
  validate(caller: Caller, validation: RunValidation): Promise<BillingRunDetail>;
  /** Against the computation before; nothing of the first one. */
  difference(caller: Caller, id: BillingRunId): Promise<RunDifference>;
}

/** Which lines of which run. */
export interface RunLinesQuery {
  readonly id: BillingRunId;
  /** Default `tenant`. */
  readonly type?: LineType;
  readonly query: ListQuery<BillingRunLineField>;
}

/** Which run is found right, and whether whatever its anomalies say. */
export interface RunValidation {
  readonly id: BillingRunId;
  readonly isForced: boolean;
}

/** What a transaction of runs touches. */
export type BillingStores = RentalStores & ReplayStores & JobStores;

interface Settings<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly runListeners: readonly RunListener<Stores>[];
}

/** Runs over a database, a mandataire each. */
export function createBillingRuns<Stores extends BillingStores>({
  transactFor,
  ...settings
}: Settings<Stores> & { readonly transactFor: TransactFor<MandataireId, Stores> }): (id: MandataireId) => BillingRuns {
  return (mandataireId) =>
    service<BillingRuns, Stores>(transactFor(mandataireId), useCases({ ...settings, mandataireId }));
}

function useCases<Stores extends BillingStores>({
  clock,
  newId,
  digests,
  runListeners,
  mandataireId,
}: Settings<Stores> & { readonly mandataireId: MandataireId }): UseCases<BillingRuns, Stores> {
  return {
    list: read(({ billingRuns }, _caller, query) => billingRuns.list(query)),

    create: create(
      async (stores, _caller, input) => {
        const now = clock.now();
        requireSound(runInputErrors(input));
        await holdBook(stores);
        await requireKnown(stores, input);
        const run = await newRun(stores, input, { mandataireId, id: newId<"BillingRun">(), now });
        await stores.billingRuns.insert(run);
        await stores.jobs.enqueue({ ...computationJob(run), ...(run.scheduledAt && { runAt: run.scheduledAt }) });
        return detailOf(stores, run);
      },
      whileFound(async ({ billingRuns }, _caller, { id }) => existing(await billingRuns.find(id))),
    ),

    get: read(async (stores, _caller, id) => detailOf(stores, existing(await stores.billingRuns.find(id)))),

    lines: read(async ({ billingRuns, billingRunLines }, _caller, { id, type = "tenant", query }) => {
      const run = existing(await billingRuns.find(id));
      return billingRunLines.list(readLines(run), type, query);
    }),

    reviewLine: write(async (stores, _caller, { runId, ...review }) => {
      const run = existing(await stores.billingRuns.lock(runId));
      await reviewLine(stores, run, review, { now: clock.now(), digests });
      return existing(await stores.billingRunLines.view(readLines(run), review.id));
    }),

    recompute: write(async (stores, _caller, id) => {
      const run = existing(await stores.billingRuns.lock(id));
      requireDoor(run, "recompute");
      const waiting = { status: "draft", currentStep: 0, validatedAt: null, validatedBy: null } as const;
      const reset = { computingAt: null, scheduledAt: null, failureMessage: null, updatedAt: clock.now() };
      const draft = withDoors({ ...run, ...waiting, ...reset });
      await stores.billingRuns.update(draft);
      await stores.jobs.enqueue(computationJob(draft));
      return detailOf(stores, draft);
    }),

    acknowledge: write(async (stores, _caller, id) => {
      const run = existing(await stores.billingRuns.lock(id));
      requireDoor(run, "acknowledge");
      const now = clock.now();
      await stores.billingRunLines.acknowledge(readLines(run), now);
      const acknowledged = { ...run, ...(await stores.billingRunLines.amounts(readLines(run))), updatedAt: now };
      await stores.billingRuns.update(acknowledged);
      return detailOf(stores, acknowledged);
    }),

    validate: write(async (stores, caller, { id, isForced }) => {
      const run = existing(await stores.billingRuns.lock(id));
      requireDoor(run, "validate");
      if (!run.allAnomaliesAcknowledged && !isForced)
        throw refused("anomalies_unacknowledged", "Anomalies are left: look at them and acknowledge or exclude each");
      const now = clock.now();
      const found = { status: "validated", currentStep: 6, validatedAt: now, validatedBy: caller.userId } as const;
      const validated = withDoors({ ...run, ...found, updatedAt: now });
      await stores.billingRuns.update(validated);
      for (const listener of runListeners) await listener.validated?.(stores, caller, validated, isForced);
      return detailOf(stores, validated);
    }),

    difference: read(async ({ billingRuns, billingRunLines }, _caller, id) => {
      const run = existing(await billingRuns.find(id));
      if (run.previousComputation === 0) return { added: [], removed: [], changed: [] };
      const before = await billingRunLines.views({ runId: id, computation: run.previousComputation });
      return differenceOf(before, await billingRunLines.views(readLines(run)));
    }),
  };
}

/** A run with what only its detail tells. */
export async function detailOf({ billingRunLines }: RentalStores, run: BillingRun): Promise<BillingRunDetail> {
  return { ...run, summary: await billingRunLines.summary(readLines(run)) };
}

async function requireKnown({ properties, billingSource }: RentalStores, input: BillingRunInput): Promise<void> {
  const { propertyId, leaseIds = [], excludeLeaseIds = [] } = input;
  const isUnknown = propertyId !== undefined && (await properties.find(propertyId)) === null;
  const known = new Set(await billingSource.knownLeases([...leaseIds, ...excludeLeaseIds]));
  requireSound([
    isUnknown ? unknownError("propertyId") : null,
    ...unknownErrors("leaseIds", leaseIds, known),
    ...unknownErrors("excludeLeaseIds", excludeLeaseIds, known),
  ]);
}

interface Birth extends Pick<BillingRun, "mandataireId" | "id"> {
  readonly now: Instant;
}

async function newRun(
  { codes }: RentalStores,
  input: BillingRunInput,
  { mandataireId, id, now }: Birth,
): Promise<BillingRun> {
  const periodStart = input.periodStart as Day;
  const month = monthOf(periodStart);
  const next = await nextReference(codes, "QT", month.slice(0, 4));
  await takeReference(codes, "QT", next);
  const { schedule = false, groupingMode = "per_lease", propertyId = null } = input;
  const { frequencies = [], timings = [], leaseTypes = [], leaseIds = [], excludeLeaseIds = [] } = input;
  // What is said again and again would be stored, and answered with every run of a list.
  const scope = {
    ...{ frequencies: distinct(frequencies), timings: distinct(timings), leaseTypes: distinct(leaseTypes) },
    ...{ propertyId, leaseIds: distinct(leaseIds), excludedLeaseIds: distinct(excludeLeaseIds) },
  };
  return withDoors({
    ...{ mandataireId, id, reference: next.text, groupingMode, periodStart },
    label: `Quittancement ${MONTHS[Number.parseInt(month.slice(5), 10) - 1]} ${month.slice(0, 4)}`,
    status: schedule ? "scheduled" : "draft",
    periodEnd: lastDay(month),
    scope,
    ...NOTHING_COMPUTED,
    ...{ computation: 0, previousComputation: 0, lastComputation: 0, computingAt: null, currentStep: 0 },
    scheduledAt: schedule ? scheduledFor(periodStart, now) : null,
    ...{ computedAt: null, computedOn: null, validatedAt: null, validatedBy: null, appliedAt: null },
    ...{ cancelledAt: null, cancellationReason: null, failureMessage: null },
    ...{ createdAt: now, updatedAt: now },
  });
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

/** Ten days before the month, at two in the morning in Paris; now where that is past. */
function scheduledFor(periodStart: Day, now: Instant): Instant {
  const at = parisInstant(daysBefore(periodStart), "02:00:00");
  return at > now ? at : now;
}

/** Ten days before the first of a month: in the month before, as many days from its end. */
function daysBefore(first: Day): Day {
  const last = lastDay(monthOf(addMonths(first, -1)));
  const day = Number.parseInt(last.slice(8), 10) - LEAD_DAYS + 1;
  return `${last.slice(0, 8)}${String(day).padStart(2, "0")}` as Day;
}

const LEAD_DAYS = 10;

const MONTHS = [
  ...["janvier", "février", "mars", "avril", "mai", "juin"],
  ...["juillet", "août", "septembre", "octobre", "novembre", "décembre"],
];
