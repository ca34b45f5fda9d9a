import { type Day, dayAfter, type Instant, instantOf } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";

/** Time at which the decision on a day is due: five minutes after it begins in Paris. */
const DECIDED_AT = "00:05:00";

/** Returns the instant of tomorrow's decision, by the day in Paris. */
export function nextDecision(now: Instant): Instant {
  return parisInstant(dayAfter(dayInParis(now)), DECIDED_AT);
}

/**
 * Returns the instant of a time `HH:MM:SS` of a day in Paris, which is UTC+1, or UTC+2 in summer. For the day of a
 * clock change the result is exact only before two in the morning.
 */
export function parisInstant(day: Day, time: string): Instant {
  const isSummer = dayInParis(instantOf(Date.parse(`${day}T00:00:00+02:00`))) === day;
  return instantOf(Date.parse(`${day}T${time}${isSummer ? "+02:00" : "+01:00"}`));
}
