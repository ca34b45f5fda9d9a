import {
  addMonths,
  type Caller,
  type Clock,
  create,
  type Day,
  type Digests,
  type Instant,
  type JobStores,
  type ListQuery,
  lastDay,
  monthOf,
  type NewId,
  orNotFound,
  type Page,
  type ReplayStores,
  read,
  replayWhileVisible,
  service,
  type TransactFor,
  throwIfInvalid,
  type UseCases,
  unprocessable,
  write,
} from "@cartulary/kernel";
import { unknownError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { nextReference, SERIES, useReference } from "../../agency/reference.ts";
import { parisInstant } from "../../agency/time/paris-time.ts";
import { lockBookShared } from "../../property/estate/estate-use-cases.ts";
import type { BillingStores } from "../ports.ts";
import { differenceOf, type RunDifference } from "./difference.ts";
import { computationJob } from "./queues.ts";
import { readLines, reviewLine } from "./review-line.ts";
import {
  type BillingRun,
  type BillingRunDetail,
  type BillingRunField,
  type BillingRunId,
  EMPTY_TOTALS,
  RUN_STEPS,
  withAllowedActions,
} from "./run.ts";
import { type BillingRunInput, type LineReview, runInputErrors, unknownErrors } from "./run-input.ts";
import type { BillingRunLineField, BillingRunLineView, LineType } from "./run-line.ts";
import type { RunListener } from "./run-listener.ts";
import { requireAllowedAction } from "./transitions.ts";

/**
 * The billing runs of one mandataire, whose membership the caller has checked (rental.md 3). Throws 404 for runs of
 * other mandataires, 422 `invalid_transition` if the status does not allow an action.
 */
export interface BillingRuns {
  list(caller: Caller, query: ListQuery<BillingRunField>): Promise<Page<BillingRun>>;
  /** Creates a run that is computed now, or at its schedule. */
  create(caller: Caller, input: BillingRunInput): Promise<BillingRunDetail>;
  get(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  lines(caller: Caller, query: RunLinesQuery): Promise<Page<BillingRunLineView>>;
  /** Reviews a line. Throws 422 `invalid_transition` when including a line that is billed already. */
  reviewLine(caller: Caller, review: LineReview & { readonly runId: BillingRunId }): Promise<BillingRunLineView>;
  /** Queues the run for a new computation. Lines with unchanged anomalies keep their review. */
  recompute(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  acknowledge(caller: Caller, id: BillingRunId): Promise<BillingRunDetail>;
  /** Throws 422 `anomalies_unacknowledged` if an anomaly is left, unless forced. */
  validate(caller: Caller, validation: RunValidation): Promise<BillingRunDetail>;
  /** Compares the current computation with the previous one; empty after the first. */
  difference(caller: Caller, id: BillingRunId): Promise<RunDifference>;
}

/** Selects lines of a run. */
export interface RunLinesQuery {
  readonly id: BillingRunId;
  /** Default `tenant`. */
  readonly type?: LineType;
  readonly query: ListQuery<BillingRunLineField>;
}

/** The validation of a run; a forced one ignores its anomalies. */
export interface RunValidation {
  readonly id: BillingRunId;
  readonly isForced: boolean;
}

type RunServiceStores = BillingStores & ReplayStores & JobStores;

interface Settings<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Pick<Digests, "sha256">;
  readonly runListeners: readonly RunListener<Stores>[];
}

export function createBillingRuns<Stores extends RunServiceStores>({
  transactFor,
  ...settings
}: Settings<Stores> & { readonly transactFor: TransactFor<MandataireId, Stores> }): (id: MandataireId) => BillingRuns {
  return (mandataireId) =>
    service<BillingRuns, Stores>(transactFor(mandataireId), useCases({ ...settings, mandataireId }));
}

function useCases<Stores extends RunServiceStores>({
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
        throwIfInvalid(runInputErrors(input));
        await lockBookShared(stores);
        await requireKnown(stores, input);
        const run = await newRun(stores, input, { mandataireId, id: newId<"BillingRun">(), now });
        await stores.billingRuns.insert(run);
        await stores.jobs.enqueue({ ...computationJob(run), ...(run.scheduledAt && { runAt: run.scheduledAt }) });
        return detailOf(stores, run);
      },
      replayWhileVisible(async ({ billingRuns }, _caller, { id }) => orNotFound(await billingRuns.find(id))),
    ),

    get: read(async (stores, _caller, id) => detailOf(stores, orNotFound(await stores.billingRuns.find(id)))),

    lines: read(async ({ billingRuns, billingRunLines }, _caller, { id, type = "tenant", query }) => {
      const run = orNotFound(await billingRuns.find(id));
      return billingRunLines.list(readLines(run), type, query);
    }),

    reviewLine: write(async (stores, _caller, { runId, ...review }) => {
      const run = orNotFound(await stores.billingRuns.lock(runId));
      await reviewLine(stores, run, review, { now: clock.now(), digests });
      return orNotFound(await stores.billingRunLines.view(readLines(run), review.id));
    }),

    recompute: write(async (stores, _caller, id) => {
      const run = orNotFound(await stores.billingRuns.lock(id));
      requireAllowedAction(run, "recompute");
      const waiting = { status: "draft", currentStep: RUN_STEPS.queued, validatedAt: null, validatedBy: null } as const;
      const reset = { computingAt: null, scheduledAt: null, failureMessage: null, updatedAt: clock.now() };
      const draft = withAllowedActions({ ...run, ...waiting, ...reset });
      await stores.billingRuns.update(draft);
      await stores.jobs.enqueue(computationJob(draft));
      return detailOf(stores, draft);
    }),

    acknowledge: write(async (stores, _caller, id) => {
      const run = orNotFound(await stores.billingRuns.lock(id));
      requireAllowedAction(run, "acknowledge");
      const now = clock.now();
      await stores.billingRunLines.acknowledge(readLines(run), now);
      const acknowledged = { ...run, ...(await stores.billingRunLines.amounts(readLines(run))), updatedAt: now };
      await stores.billingRuns.update(acknowledged);
      return detailOf(stores, acknowledged);
    }),

    validate: write(async (stores, caller, { id, isForced }) => {
      const run = orNotFound(await stores.billingRuns.lock(id));
      requireAllowedAction(run, "validate");
      if (!run.allAnomaliesAcknowledged && !isForced)
        throw unprocessable(
          "anomalies_unacknowledged",
          "Unacknowledged anomalies remain; acknowledge or exclude each line",
        );
      const now = clock.now();
      const validation = {
        status: "validated",
        currentStep: RUN_STEPS.validated,
        validatedAt: now,
        validatedBy: caller.userId,
      } as const;
      const validated = withAllowedActions({ ...run, ...validation, updatedAt: now });
      await stores.billingRuns.update(validated);
      for (const listener of runListeners) await listener.validated?.(stores, caller, validated, isForced);
      return detailOf(stores, validated);
    }),

    difference: read(async ({ billingRuns, billingRunLines }, _caller, id) => {
      const run = orNotFound(await billingRuns.find(id));
      if (run.previousComputation === 0) return { added: [], removed: [], changed: [] };
      const before = await billingRunLines.views({ runId: id, computation: run.previousComputation });
      return differenceOf(before, await billingRunLines.views(readLines(run)));
    }),
  };
}

/** Returns a run with its summary. */
export async function detailOf({ billingRunLines }: BillingStores, run: BillingRun): Promise<BillingRunDetail> {
  return { ...run, summary: await billingRunLines.summary(readLines(run)) };
}

async function requireKnown({ properties, billingSource }: BillingStores, input: BillingRunInput): Promise<void> {
  const { propertyId, leaseIds = [], excludeLeaseIds = [] } = input;
  const isUnknown = propertyId !== undefined && (await properties.find(propertyId)) === null;
  const known = new Set(await billingSource.knownLeases([...leaseIds, ...excludeLeaseIds]));
  throwIfInvalid([
    isUnknown ? unknownError("propertyId") : null,
    ...unknownErrors("leaseIds", leaseIds, known),
    ...unknownErrors("excludeLeaseIds", excludeLeaseIds, known),
  ]);
}

interface NewRunContext extends Pick<BillingRun, "mandataireId" | "id"> {
  readonly now: Instant;
}

async function newRun(
  { codes }: BillingStores,
  input: BillingRunInput,
  { mandataireId, id, now }: NewRunContext,
): Promise<BillingRun> {
  const periodStart = input.periodStart as Day;
  const month = monthOf(periodStart);
  const next = await nextReference(codes, SERIES.billingRun, month.slice(0, 4));
  await useReference(codes, SERIES.billingRun, next);
  const { schedule = false, groupingMode = "per_lease", propertyId = null } = input;
  const { frequencies = [], timings = [], leaseTypes = [], leaseIds = [], excludeLeaseIds = [] } = input;
  // Removes duplicates, which would be stored and listed with every run.
  const scope = {
    ...{ frequencies: distinct(frequencies), timings: distinct(timings), leaseTypes: distinct(leaseTypes) },
    ...{ propertyId, leaseIds: distinct(leaseIds), excludedLeaseIds: distinct(excludeLeaseIds) },
  };
  return withAllowedActions({
    ...{ mandataireId, id, reference: next.text, groupingMode, periodStart },
    label: `Quittancement ${MONTHS[Number.parseInt(month.slice(5), 10) - 1]} ${month.slice(0, 4)}`,
    status: schedule ? "scheduled" : "draft",
    periodEnd: lastDay(month),
    scope,
    ...EMPTY_TOTALS,
    ...{ computation: 0, previousComputation: 0, lastComputation: 0, computingAt: null, currentStep: RUN_STEPS.queued },
    scheduledAt: schedule ? scheduledFor(periodStart, now) : null,
    ...{ computedAt: null, computedOn: null, validatedAt: null, validatedBy: null, appliedAt: null },
    ...{ cancelledAt: null, cancellationReason: null, failureMessage: null },
    ...{ createdAt: now, updatedAt: now },
  });
}

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];

/** Returns 02:00 in Paris ten days before the month, or now if that is past. */
function scheduledFor(periodStart: Day, now: Instant): Instant {
  const at = parisInstant(daysBefore(periodStart), "02:00:00");
  return at > now ? at : now;
}

/** Returns the day ten days before the first of a month. */
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
