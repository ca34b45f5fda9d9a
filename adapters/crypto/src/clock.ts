import { type Clock, instantOf, type Timer } from "@cartulary/kernel";

/** The time of the operating system. */
export const systemClock: Clock = { now: () => instantOf(Date.now()) };

/** Maximum delay of `setTimeout`. */
const TIMER_MS_MAX = 2_147_483_647;

/** The timers of the runtime. */
export const systemTimer: Timer = {
  after(milliseconds, work) {
    const timeout = setTimeout(work, Math.min(milliseconds, TIMER_MS_MAX));
    return () => clearTimeout(timeout);
  },
};
