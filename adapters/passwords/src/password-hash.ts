import { availableParallelism } from "node:os";
import type { PasswordHash } from "@cartulary/auth";
import { argon2 } from "./argon2.ts";
import { createGate } from "./gate.ts";

/** `Algorithm.Argon2id` of the library, whose enum exists for its own compiler only. */
const ARGON2ID = 2;

/** What one hash costs whoever makes it. */
export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
}

/** auth.md 1.0: 19 MiB, two passes, one lane. */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * A salt and a digest of zeros, under the parameters of today: comparing with it takes as long as with a real one, and
 * nobody knows what would match.
 */
const unknownUserHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  ["$argon2id$v=19", `m=${memoryCost},t=${timeCost},p=1`, "A".repeat(22), "A".repeat(43)].join("$");

/** Passwords that wait to be hashed: with 20 ms each, whoever comes later would wait for longer than a second. */
const WAITING_MAX = 50;

/**
 * Hashes at once in the whole process, whoever asks: each takes 19 MiB and one core for some 20 ms. One core is left to
 * the event loop, or everybody else would wait for those who sign in; two of the platform's four threads, to the files.
 */
const gate = createGate(Math.min(2, Math.max(1, availableParallelism() - 1)), WAITING_MAX);

/**
 * argon2id; one or two hashes at once, as the machine has cores; 50 others wait, and one more is 503. Another cost than
 * that of the specification is for tests, whose passwords nobody has to guess.
 */
export function createPasswordHash(cost: PasswordCost = PASSWORD_COST): PasswordHash {
  const parameters = { algorithm: ARGON2ID, parallelism: 1, ...cost };
  return {
    hash: (password) => gate(() => argon2.hash(password, parameters)),
    verify: async (password, phc) =>
      (await gate(() => argon2.verify(phc ?? unknownUserHash(cost), password))) && phc !== null,
    isOutdated(phc) {
      const made = argon2.parseOptions(phc);
      return (Object.keys(parameters) as (keyof typeof parameters)[]).some((name) => made[name] !== parameters[name]);
    },
  };
}
