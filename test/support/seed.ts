import fc from "fast-check";

/** One seed for every property of a run, so that a failure can be had again; FC_SEED tries another. */
const seed = Number(process.env.FC_SEED ?? 20_261_121);

fc.configureGlobal({ seed });
