import { createHash } from "node:crypto";
import {
  type Clock,
  type Id,
  type Instant,
  instantOf,
  millisecondsOf,
  type NewId,
  type Secrets,
} from "@cartulary/kernel";

/** A clock that only a test moves. */
export interface SteadyClock extends Clock {
  /** Lets time pass. */
  pass(milliseconds: number): void;
}

export function steadyClock(start = "2026-03-01T09:00:00.000Z"): SteadyClock {
  let now = millisecondsOf(start as Instant);
  return {
    now: () => instantOf(now),
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}

/** Ids that look random, grow with every call and are the same for the same seed: UUIDs of version 7. */
export function seededIds(seed: string): NewId {
  return rewoundIds(seed).newId;
}

/** The same ids, which a sequential test can rewind and draw again. */
export function rewoundIds(seed: string): { readonly newId: NewId; stand(): number; rewind(to: number): void } {
  let count = 0;
  const newId = <Noun extends string>() => {
    count += 1;
    const random = hashOf(`${seed} id ${count}`).toString("hex");
    const time = (0x0195_5000_0000 + count).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}` as Id<Noun>;
  };
  return {
    newId,
    stand: () => count,
    rewind(to) {
      count = to;
    },
  };
}

/** Secret bytes that are the same for the same seed. */
export function seededSecrets(seed: string): Secrets {
  let count = 0;
  return {
    randomBytes(length) {
      count += 1;
      return hashOf(`${seed} secret ${count}`).subarray(0, length);
    },
  };
}

const hashOf = (text: string): Buffer => createHash("sha512").update(text).digest();
