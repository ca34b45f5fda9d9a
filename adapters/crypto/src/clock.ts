import { type Clock, instantOf } from "@cartulary/kernel";

/** The time of the operating system. */
export const systemClock: Clock = { now: () => instantOf(Date.now()) };
