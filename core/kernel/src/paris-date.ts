import { type Instant, millisecondsOf } from "./clock.ts";
import type { Day } from "./day.ts";

/** Returns the date in Paris, which French law uses (rental.md §2.2). */
export function dayInParis(instant: Instant): Day {
  return PARIS.format(millisecondsOf(instant)) as Day;
}

/** The Swedish date format is ISO 8601. */
const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short" });
