import { type AuthStores, FAMILY_SECONDS } from "@cartulary/auth";
import type { Blobs } from "@cartulary/blobs";
import type { DocumentStores } from "@cartulary/documents";
import { type Clock, secondsAfter, type Transact } from "@cartulary/kernel";
import type { Logger } from "pino";

/** Work that nobody asks for: bytes that nothing refers to any more, answers and counts that were kept long enough. */
export interface Upkeep {
  /** Does all of it once. A failure is logged and left for the next time; it never rejects. */
  run(): Promise<void>;
  /** Runs now and every hour. */
  start(): void;
  /** Resolves when a run that was under way has ended; none begins after it. */
  stop(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Looking for bytes without a record lists the whole store: once at start, then once in a week of hours. */
const STRAYS_EVERY_RUNS = 24 * 7;

interface Dependencies {
  readonly blobs: Blobs;
  readonly transact: Transact<
    Pick<DocumentStores, "replays"> & Pick<AuthStores, "rateLimits" | "sessions" | "authorizationCodes">
  >;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createUpkeep({ blobs, transact, clock, log }: Dependencies): Upkeep {
  let runs = 0;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function attempt(task: string, work: () => Promise<number | undefined>): Promise<void> {
    try {
      const count = await work();
      if (count) log.info({ event: "upkeep", task, count });
    } catch (error) {
      log.error({ event: "upkeep", task, err: error }, "will be tried again");
    }
  }

  async function run(): Promise<void> {
    await attempt("collect blobs", () => blobs.collect());
    if (runs++ % STRAYS_EVERY_RUNS === 0) await attempt("remove stray blobs", () => blobs.removeStrays());
    await attempt("forget replays", () =>
      transact.write(({ replays }) => replays.removeExpired(clock.now())).then(() => undefined),
    );
    await attempt("forget rate limits", () =>
      transact.write(({ rateLimits }) => rateLimits.removeExpired(clock.now())).then(() => undefined),
    );
    // As long as tokens may live that a second use of the code would end.
    await attempt("forget authorization codes", () =>
      transact
        .write(({ authorizationCodes }) => authorizationCodes.removeExpired(secondsAfter(clock.now(), -FAMILY_SECONDS)))
        .then(() => undefined),
    );
    await attempt("forget sessions", () =>
      transact.write(({ sessions }) => sessions.removeExpired(clock.now())).then(() => undefined),
    );
  }

  const runAfterLast = () => {
    running = running.then(run);
  };

  return {
    run,
    start() {
      runAfterLast();
      timer = setInterval(runAfterLast, HOUR_MS).unref();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await running;
    },
  };
}
