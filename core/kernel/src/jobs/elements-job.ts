import { type Clock, type Instant, secondsAfter } from "../clock.ts";
import type { JsonObject } from "../text/json-object.ts";
import { forEachConcurrently } from "./bounded-concurrency.ts";
import { type JobDefinition, throwIfCancelled } from "./queue.ts";

/** Elements per job, and the time in which it starts new ones; then other owners of the queue have a turn. */
export const ELEMENTS_PER_JOB_MAX = 50;
const TURN_SECONDS = 5;
/** Concurrent elements, so that the compiler does not wait for storage. */
const LANES = 4;
const HOUR_SECONDS = 3_600;

/** One turn of a long work: the elements that wait, and what makes one of them. */
export interface NextElements<Element> {
  /** In their order, at most {@link ELEMENTS_PER_JOB_MAX}. */
  readonly elements: readonly Element[];
  /** Must be idempotent: another host may make the same element at the same time. */
  readonly make: (element: Element) => Promise<void>;
}

interface LongWork<Work, Element> {
  readonly queue: string;
  readonly clock: Clock;
  /** Returns which work a job is of; throws a TypeError for a payload without it. */
  readonly workIn: (payload: JsonObject) => Work;
  /** Begins a turn; `null` when nothing is left to do. `isLast` after which no attempt of this job follows. */
  readonly begin: (work: Work, attempt: { readonly isLast: boolean }) => Promise<NextElements<Element> | null>;
  /** Enqueues the next job of the work, now or at `runAt`, unless the work has ended. */
  readonly continueAt: (work: Work, runAt: Instant | null) => Promise<void>;
}

/**
 * Returns the job of a work of many elements, such as a letter for each of many people: it makes some of them, four at
 * once, then lets other owners of the queue have a turn. A job that failed for good is enqueued again an hour later,
 * because its cause may be temporary.
 */
export function elementsJob<Work, Element>({
  queue,
  clock,
  workIn,
  begin,
  continueAt,
}: LongWork<Work, Element>): JobDefinition {
  return {
    queue,
    async handle({ payload, attempt, attemptsMax }, stop) {
      const work = workIn(payload);
      const isLast = attempt >= attemptsMax;
      try {
        const turn = await begin(work, { isLast });
        if (!turn) return;
        const until = secondsAfter(clock.now(), TURN_SECONDS);
        await forEachConcurrently(turn.elements, LANES, async (element) => {
          throwIfCancelled(stop);
          if (clock.now() < until) await turn.make(element);
        });
        await continueAt(work, null);
      } catch (error) {
        if (isLast) await continueAt(work, secondsAfter(clock.now(), HOUR_SECONDS));
        throw error;
      }
    },
  };
}
