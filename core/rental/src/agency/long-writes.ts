import {
  type Clock,
  type Id,
  type Instant,
  type JsonObject,
  millisecondsOf,
  type NewId,
  secondsAfter,
  type Transact,
  type TransactFor,
} from "@cartulary/kernel";
import type { MandataireId } from "./mandataire.ts";
import { writeTimeoutError } from "./watermark.ts";

/** A long write in progress. While it is open, the watermark of changes stays before its start (estate.md 4.3). */
export interface OpenWrite {
  readonly id: Id<"OpenWrite">;
  readonly startedAt: Instant;
  /** The write expires at this instant unless it is renewed; its host is then presumed dead. */
  readonly until: Instant;
  /**
   * Describes the work, so that a starting host can resume it after this host was killed; `null` if it cannot be
   * resumed.
   */
  readonly work: JsonObject | null;
}

/** Port: the open writes of all mandataires. */
export interface OpenWriteStore {
  insert(open: OpenWrite): Promise<void>;
  /** Locks the write until the transaction ends; `null` if it was removed. */
  lock(id: OpenWrite["id"]): Promise<OpenWrite | null>;
  /**
   * Extends a write that has not expired at `now`. An expired write stays expired, since watermarks have passed its
   * start.
   */
  renew(id: OpenWrite["id"], now: Instant, until: Instant): Promise<void>;
  remove(id: OpenWrite["id"]): Promise<void>;
  /** Returns the earliest start of the writes that have not expired at `now`; `null` if there are none. */
  oldest(now: Instant): Promise<Instant | null>;
  /** Returns the resumable writes, expired ones included, by start. */
  resumable(): Promise<readonly OpenWrite[]>;
  /** Removes the writes that expired before `now` and cannot be resumed. */
  removeExpired(now: Instant): Promise<void>;
}

/** Lifetime of an open write without renewal. */
const OPEN_SECONDS = 600;
/** Lifetime that must remain when the work is done: time for the commit, and tolerance for another host's clock. */
const LEFT_MS_MIN = 10_000;

/** Work of a long write. It calls `heartbeat` between batches, at intervals of a few minutes at most. */
type LongWork<Stores, Result> = (stores: Stores, heartbeat: () => void) => Promise<Result>;

/**
 * Runs a write of a mandataire that may exceed the time of an ordinary one: registers it first, then commits it as a
 * whole. A write with a note can be resumed after its host was killed ({@link OpenWriteStore.resumable}).
 */
export type LongWrites<Stores> = <Result>(
  mandataireId: MandataireId,
  work: LongWork<Stores, Result>,
  note?: JsonObject,
) => Promise<Result>;

export interface OpenWriteStores {
  readonly openWrites: OpenWriteStore;
}

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates long writes over a database. `transactFor` must not have the timeout of ordinary writes. */
export function createLongWrites<Stores extends OpenWriteStores, OneStores extends OpenWriteStores>({
  transact,
  transactFor,
  clock,
  newId,
}: Dependencies<Stores, OneStores>): LongWrites<OneStores> {
  return async (mandataireId, work, note) => {
    const [id, startedAt] = [newId<"OpenWrite">(), clock.now()];
    const until = () => secondsAfter(clock.now(), OPEN_SECONDS);
    await transact.write(({ openWrites }) => openWrites.insert({ id, startedAt, until: until(), work: note ?? null }));
    const renewal = startRenewals(clock, () =>
      transact.write(({ openWrites }) => openWrites.renew(id, clock.now(), until())),
    );
    try {
      return await transactFor(mandataireId).write(async (stores) => {
        const result = await work(stores, renewal.heartbeat);
        await requireOpen(stores, id, clock.now());
        return result;
      });
    } finally {
      await renewal.end();
      await transact.write(({ openWrites }) => openWrites.remove(id));
    }
  };
}

/**
 * Throws 503, which rolls the work back, if the write has expired or is about to: watermarks may have passed its start.
 */
async function requireOpen({ openWrites }: OpenWriteStores, id: OpenWrite["id"], now: Instant): Promise<void> {
  const open = await openWrites.lock(id);
  if (!open || millisecondsOf(open.until) - millisecondsOf(now) < LEFT_MS_MIN) throw writeTimeoutError();
}

/**
 * Renews the write when `heartbeat` is called after half of its lifetime. The renewal runs outside the transaction of the
 * work, in a concurrent one; on SQLite it waits until that one has ended and then has no effect.
 */
function startRenewals(clock: Clock, renew: () => Promise<void>) {
  let renewedAt = millisecondsOf(clock.now());
  let isOver = false;
  let wake: () => void = () => {};
  const nextSignal = () => new Promise<void>((resolve) => (wake = resolve));
  let signal = nextSignal();
  const renewals = (async () => {
    for (await signal; !isOver; await signal) {
      signal = nextSignal();
      await renew().catch(() => {});
    }
  })();
  return {
    heartbeat() {
      const now = millisecondsOf(clock.now());
      if (now - renewedAt < OPEN_SECONDS * 500) return;
      renewedAt = now;
      wake();
    },
    async end() {
      isOver = true;
      wake();
      await renewals;
    },
  };
}
