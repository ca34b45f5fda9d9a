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
 * How far back a client is sent to ask next (estate.md 4.3). What is dated earlier is committed by then: an ordinary write
 * has ended, and the clock of the host that dated it was no further behind than what is left.
 */
const MARGIN_MS = 5_000;

/**
 * How long the work of an ordinary write may take: with its commit it ends within the four seconds of estate.md 4.3, and
 * two hosts' clocks may differ by two and more.
 */
const ORDINARY_WRITE_MS_MAX = 2_500;

/** From when on to ask for changes next time: everything dated earlier is visible to whoever reads after this was found. */
export function watermarkOf(now: Instant, oldestOpen: Instant | null): Instant {
  const settled = millisecondsOf(now) - MARGIN_MS;
  return instantOf(oldestOpen === null ? settled : Math.min(settled, millisecondsOf(oldestOpen) - 1));
}

/**
 * The same transactions, whose writes are rolled back with 503 where their work took longer than an ordinary one may: what
 * they dated could be missed by then. Work that takes longer by its nature is a lasting write.
 */
export function bounded<Stores>(transact: Transact<Stores>, clock: Clock): Transact<Stores> {
  return {
    ...transact,
    write: (work) =>
      transact.write(async (stores) => {
        const begun = millisecondsOf(clock.now());
        const result = await work(stores);
        if (millisecondsOf(clock.now()) - begun > ORDINARY_WRITE_MS_MAX) throw tooSlow();
        return result;
      }),
  };
}

/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 1;

/** 503: nothing was written. */
export function tooSlow(): DomainError {
  return unavailable("write_too_slow", "The write took too long and was undone; try again", RETRY_AFTER_SECONDS);
}
