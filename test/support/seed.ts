import { useRunner } from "@cartulary/ports/runner";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** One seed for every property of a run, so that a failure can be had again; FC_SEED tries another. */
const seed = Number(process.env.FC_SEED ?? 20_261_121);

// Of a mutation it is enough to know that a test fails.
fc.configureGlobal({ seed, endOnFailure: process.env.CARTULARY_MUTATED !== undefined });

// What adapters are held against is run by Vitest here.
useRunner({ describe, expect, it });
