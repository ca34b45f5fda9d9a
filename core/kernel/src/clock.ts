/** ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it; text order is time order. */
export type Instant = string & { readonly unit: "instant" };

/** Port: the current time. All code that dates something uses it. */
export interface Clock {
  now(): Instant;
}

/** Converts milliseconds since 1970-01-01T00:00:00Z. */
export function instantOf(milliseconds: number): Instant {
  const day = Math.floor(milliseconds / DAY_MS);
  const rest = milliseconds - day * DAY_MS;
  // Other years have another text form; fractions are left to the platform.
  if (!(day >= 0 && day <= LAST_DAY && Number.isInteger(rest))) return new Date(milliseconds).toISOString() as Instant;
  const seconds = Math.floor(rest / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${dayText(day)}T${TWO[hours]}:${TWO[minutes]}:${TWO[seconds % 60]}.${THREE[rest % 1000]}Z` as Instant;
}

const DAY_MS = 86_400_000;
/** 9999-12-31. */
const LAST_DAY = 2_932_896;

/** Size of the cache of day texts: formatting a day is slow, and instants share few days. */
const DAYS_MAX = 4_096;
const days = new Map<number, string>();

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (days.size >= DAYS_MAX) days.clear();
  days.set(day, text);
  return text;
}

const padded = (count: number, length: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(length, "0"));
const TWO = padded(60, 2);
const THREE = padded(1000, 3);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function millisecondsOf(instant: Instant): number {
  return Date.parse(instant);
}

/** `instant`, some seconds later (earlier when negative). */
export function secondsAfter(instant: Instant, seconds: number): Instant {
  return instantOf(millisecondsOf(instant) + seconds * 1000);
}
