import { availableParallelism } from "node:os";
import type { PasswordHash } from "@cartulary/auth";
import { createWorkQueue } from "@cartulary/kernel";
import { argon2 } from "./argon2.ts";

/** `Algorithm.Argon2id` of the library, whose const enum is not available at runtime. */
const ARGON2ID = 2;

/** The cost of one hash. */
export interface PasswordCost {
  /** In KiB. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
}

/** 19 MiB and two passes, one lane (auth.md 1.0). */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * A hash of zeros with the current parameters, compared for unknown users: it takes as long as a real one, and no known
 * password matches it.
 */
const unknownUserHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  ["$argon2id$v=19", `m=${memoryCost},t=${timeCost},p=1`, "A".repeat(22), "A".repeat(43)].join("$");

/** Maximum number of waiting hashes: at 20 ms each, the last one waits for about a second. */
const WAITING_MAX = 50;

/**
 * Limits concurrent hashes in the whole process: each takes 19 MiB and one core for about 20 ms. One core remains for
 * the event loop and two of the four pool threads for files.
 */
const RUNNING_MAX = Math.min(2, Math.max(1, availableParallelism() - 1));
const queue = createWorkQueue({ running: RUNNING_MAX, present: RUNNING_MAX + WAITING_MAX, message: "Busy; try again" });

/**
 * Hashes with argon2id, one or two at a time depending on the number of cores; 50 more wait, then 503. Tests pass a
 * lower cost than the specification's.
 *
 * @example
 * ```ts
 * import { createPasswordHash } from "@cartulary/passwords";
 *
 * const passwords = createPasswordHash();
 * const hash = await passwords.hash("correct horse battery");
 * console.log(await passwords.verify("correct horse battery", hash)); // true
 * ```
 */
export function createPasswordHash(cost: PasswordCost = PASSWORD_COST): PasswordHash {
  const parameters = { algorithm: ARGON2ID, parallelism: 1, ...cost };
  return {
    hash: (password) => queue(null, () => argon2.hash(password, parameters)),
    verify: async (password, phc) =>
      (await queue(null, () => argon2.verify(phc ?? unknownUserHash(cost), password))) && phc !== null,
    isOutdated(phc) {
      const made = argon2.parseOptions(phc);
      return (Object.keys(parameters) as (keyof typeof parameters)[]).some((name) => made[name] !== parameters[name]);
    },
  };
}
