import { type Day, dayAfter, type Instant, instantOf } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";

/** When a day is decided: five minutes after it began in Paris. */
const DECIDED_AT = "00:05:00";

/** When the day after this one is decided. */
export function nextDecision(now: Instant): Instant {
  return parisInstant(dayAfter(dayInParis(now)), DECIDED_AT);
}

/**
 * A time of a day in Paris, `HH:MM:SS`: one hour later than in Greenwich, or two in summer. That changes on last Sundays of
 * months, after two in the morning.
 */
export function parisInstant(day: Day, time: string): Instant {
  const isSummer = dayInParis(instantOf(Date.parse(`${day}T00:00:00+02:00`))) === day;
  return instantOf(Date.parse(`${day}T${time}${isSummer ? "+02:00" : "+01:00"}`));
}
