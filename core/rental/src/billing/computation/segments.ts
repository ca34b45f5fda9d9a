import { type Day, dayAfter, dayBefore } from "@cartulary/kernel";
import type { Interval } from "../../agency/time/interval.ts";
import type { Days } from "./period.ts";

/**
 * Cuts days where one of the spans begins or ends, and joins neighbours with equal facts. `factsOn` returns the facts
 * of a day; facts are equal if their JSON is. Segments are in order.
 */
export function segmentsOf<DayFacts>(
  days: Days,
  spans: Iterable<Interval>,
  factsOn: (day: Day) => DayFacts,
): readonly (Days & { readonly facts: DayFacts })[] {
  const starts = [days.from, ...cutsIn(days, spans)];
  const segments: (Days & { readonly facts: DayFacts })[] = [];
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1];
    const to = next === undefined ? days.to : dayBefore(next);
    const facts = factsOn(from);
    const last = segments.at(-1);
    if (last && textOf(last.facts) === textOf(facts)) segments[segments.length - 1] = { ...last, to };
    else segments.push({ from, to, facts });
  }
  return segments;
}

/** Returns the days after the first one on which a span begins or follows the end of one. */
function cutsIn(days: Days, spans: Iterable<Interval>): readonly Day[] {
  const cuts = new Set<Day>();
  for (const { from, to } of spans) {
    if (from !== null) cuts.add(from);
    if (to !== null) cuts.add(dayAfter(to));
  }
  return [...cuts].filter((cut) => cut > days.from && cut <= days.to).toSorted();
}

const textOf = (facts: unknown): string =>
  JSON.stringify(facts, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
