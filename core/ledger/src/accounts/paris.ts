import { type Day, type Instant, millisecondsOf } from "@cartulary/kernel";

/** The day that it is in Paris at an instant: the day that French law counts by (rental.md §2.2). */
export function dayInParis(instant: Instant): Day {
  return PARIS.format(millisecondsOf(instant)) as Day;
}

/** The Swedish way of writing a date is ISO 8601. */
const PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short" });
