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
import type { MandataireId } from "../mandataire.ts";
import { tooSlow } from "./watermark.ts";

/** A write that was announced, since it may last. While it is open, nobody is sent past its beginning (estate.md 4.3). */
export interface OpenWrite {
  readonly id: Id<"OpenWrite">;
  readonly startedAt: Instant;
  /** From then on it counts as given up: whoever opened it is gone. */
  readonly until: Instant;
  /** By which a host that starts takes it up where this one was killed; `null` where nobody does. */
  readonly work: JsonObject | null;
}

/** Port: the writes that are open, of every mandataire. */
export interface OpenWriteStore {
  insert(open: OpenWrite): Promise<void>;
  /** Locked until the transaction ends; `null` where it was swept. */
  lock(id: OpenWrite["id"]): Promise<OpenWrite | null>;
  /** Prolongs one that is not given up at `now`; one that is stays so, since others have passed it by. */
  renew(id: OpenWrite["id"], now: Instant, until: Instant): Promise<void>;
  remove(id: OpenWrite["id"]): Promise<void>;
  /** When the first of those began that are not given up at `now`; `null` where none is open. */
  oldest(now: Instant): Promise<Instant | null>;
  /** Those that are taken up where their host was killed, whether it was or not, in the order of their beginning. */
  resumable(): Promise<readonly OpenWrite[]>;
  /** Removes those that were given up before `now`, and that nobody takes up. */
  removeExpired(now: Instant): Promise<void>;
}

/** How long a write stays announced without a sign of life. */
const OPEN_SECONDS = 600;
/** What has to be left of that when its work is done, so that the commit and another host's clock fit in. */
const LEFT_MS_MIN = 10_000;

/** Work of a lasting write. It calls `alive` now and then: between two batches, never more than minutes apart. */
type LastingWork<Stores, Result> = (stores: Stores, alive: () => void) => Promise<Result>;

/**
 * Writes of a mandataire that may take longer than an ordinary one: announced before they begin, committed as a whole. What
 * is announced with a note is found again by it ({@link OpenWriteStore.resumable}) where the host was killed meanwhile.
 */
export type LastingWrites<Stores> = <Result>(
  mandataireId: MandataireId,
  work: LastingWork<Stores, Result>,
  note?: JsonObject,
) => Promise<Result>;

/** What lasting writes need inside any transaction. */
export interface OpenWriteStores {
  readonly openWrites: OpenWriteStore;
}

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Lasting writes over a database. `transactFor` is not bounded. */
export function lastingWrites<Stores extends OpenWriteStores, OneStores extends OpenWriteStores>({
  transact,
  transactFor,
  clock,
  newId,
}: Dependencies<Stores, OneStores>): LastingWrites<OneStores> {
  return async (mandataireId, work, note) => {
    const [id, startedAt] = [newId<"OpenWrite">(), clock.now()];
    const until = () => secondsAfter(clock.now(), OPEN_SECONDS);
    await transact.write(({ openWrites }) => openWrites.insert({ id, startedAt, until: until(), work: note ?? null }));
    const renewal = renewing(clock, () =>
      transact.write(({ openWrites }) => openWrites.renew(id, clock.now(), until())),
    );
    try {
      return await transactFor(mandataireId).write(async (stores) => {
        const result = await work(stores, renewal.alive);
        await requireOpen(stores, id, clock.now());
        return result;
      });
    } finally {
      await renewal.end();
      await transact.write(({ openWrites }) => openWrites.remove(id));
    }
  };
}

/** Whoever counted as given up may have been passed by: what it wrote is undone. */
async function requireOpen({ openWrites }: OpenWriteStores, id: OpenWrite["id"], now: Instant): Promise<void> {
  const open = await openWrites.lock(id);
  if (!open || millisecondsOf(open.until) - millisecondsOf(now) < LEFT_MS_MIN) throw tooSlow();
}

/**
 * Renews when half of the time has passed since the last renewal, at a sign of life. It happens outside the transaction
 * that gives the sign, beside which another one may be open; on SQLite it waits for that one's end, and changes nothing.
 */
function renewing(clock: Clock, renew: () => Promise<void>) {
  let renewedAt = millisecondsOf(clock.now());
  let isOver = false;
  let ring: () => void = () => {};
  const rings = () => new Promise<void>((resolve) => (ring = resolve));
  let rung = rings();
  const renewals = (async () => {
    for (await rung; !isOver; await rung) {
      rung = rings();
      await renew().catch(() => {});
    }
  })();
  return {
    alive() {
      const now = millisecondsOf(clock.now());
      if (now - renewedAt < OPEN_SECONDS * 500) return;
      renewedAt = now;
      ring();
    },
    async end() {
      isOver = true;
      ring();
      await renewals;
    },
  };
}
