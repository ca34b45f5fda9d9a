import { type Day, dayAfter, dayBefore } from "@cartulary/kernel";
import type { Interval } from "../time/interval.ts";
import type { Days } from "./period.ts";

/**
 * Some days in pieces, in their order, on each of which the same is said: cut where one of the spans begins or ends, and
 * joined again where what is said on both sides is the same. `factsOn` answers for a day; two answers are the same where
 * they have the same text.
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

/** The days, but the first one, on which a span begins, or the one before has ended. */
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
