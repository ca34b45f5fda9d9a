import {
  type Clock,
  type DomainError,
  type Instant,
  instantOf,
  millisecondsOf,
  type Transact,
  unavailable,
} from "@cartulary/kernel";

/**
 * Distance of the watermark from now (estate.md 4.3). Ordinary writes with an earlier date have committed by then, with
 * tolerance for the clock of another host.
 */
const MARGIN_MS = 5_000;

/**
 * Limit of an ordinary write's work. With its commit it then ends within the four seconds of estate.md 4.3, and the
 * clocks of two hosts may differ by more than two seconds.
 */
const ORDINARY_WRITE_MS_MAX = 2_500;

/**
 * Returns the start of the next list of changes. All changes dated earlier are visible to transactions that begin from
 * now on.
 */
export function watermarkOf(now: Instant, oldestOpen: Instant | null): Instant {
  const settled = millisecondsOf(now) - MARGIN_MS;
  return instantOf(oldestOpen === null ? settled : Math.min(settled, millisecondsOf(oldestOpen) - 1));
}

/**
 * Wraps a transaction so that an ordinary write that exceeds its time rolls back with 503: clients could otherwise miss
 * its changes. Work that needs more time runs as a long write.
 */
export function withWriteTimeout<Stores>(transact: Transact<Stores>, clock: Clock): Transact<Stores> {
  return {
    ...transact,
    write: (work) =>
      transact.write(async (stores) => {
        const startedAt = millisecondsOf(clock.now());
        const result = await work(stores);
        if (millisecondsOf(clock.now()) - startedAt > ORDINARY_WRITE_MS_MAX) throw writeTimeoutError();
        return result;
      }),
  };
}

const RETRY_AFTER_SECONDS = 1;

/** Returns the 503 error of a write that was rolled back. */
export function writeTimeoutError(): DomainError {
  return unavailable("write_too_slow", "The write took too long and was rolled back; try again", RETRY_AFTER_SECONDS);
}
