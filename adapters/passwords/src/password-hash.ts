import { availableParallelism } from "node:os";
import type { PasswordHash } from "@cartulary/auth";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { createGate } from "./gate.ts";

/** `Algorithm.Argon2id` of the library, whose enum exists for its own compiler only. */
const ARGON2ID = 2;

/** auth.md 1.0: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A salt and a digest of zeros, under the parameters of today: comparing with it takes as long as with a real one, and
 * nobody knows what would match.
 */
const NOBODY = [
  "$argon2id$v=19",
  `m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}`,
  "A".repeat(22),
  "A".repeat(43),
].join("$");

/** Passwords that wait to be hashed: with 20 ms each, whoever comes later would wait for longer than a second. */
const WAITING_MAX = 50;

/**
 * Hashes at once in the whole process, whoever asks: each takes 19 MiB and one core for some 20 ms. One core is left to
 * the event loop, or everybody else would wait for those who sign in; two of the platform's four threads, to the files.
 */
const gate = createGate(Math.min(2, Math.max(1, availableParallelism() - 1)), WAITING_MAX);

/** argon2id; one or two hashes at once, as the machine has cores; 50 others wait, and one more is 503. */
export function createPasswordHash(): PasswordHash {
  return {
    hash: (password) => gate(() => hash(password, PARAMETERS)),
    verify: async (password, phc) => (await gate(() => verify(phc ?? NOBODY, password))) && phc !== null,
    isOutdated(phc) {
      const made = parseOptions(phc);
      return (Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]).some((name) => made[name] !== PARAMETERS[name]);
    },
  };
}
