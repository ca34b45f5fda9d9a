import { addYears, type Day, type Decimal, type Quarter, quarterOf } from "@cartulary/kernel";
import type { IndexCode, IndexValue } from "../indexation/index-value.ts";

/** What of the values of indices is published on a day, by index and quarter. */
export type PublishedIndices = ReadonlyMap<IndexCode, ReadonlyMap<Quarter, PublishedValue>>;

/** One of them. */
type PublishedValue = Pick<IndexValue, "value" | "publishedOn">;

/** Those that are published by a day: what was recorded ahead of its publication is not there yet. */
export function publishedOn(
  values: readonly Pick<IndexValue, "indexCode" | "period" | "value" | "publishedOn">[],
  day: Day,
): PublishedIndices {
  const published = new Map<IndexCode, Map<Quarter, PublishedValue>>();
  for (const { indexCode, period, value, publishedOn } of values) {
    if (publishedOn > day) continue;
    const ofIndex = published.get(indexCode) ?? new Map<Quarter, PublishedValue>();
    published.set(indexCode, ofIndex.set(period, { value, publishedOn }));
  }
  return published;
}

/** By what a unit's rent is revised. */
export interface IndexClause {
  readonly indexCode: IndexCode;
  /** Any day of the quarter that the rent is based on. */
  readonly indexBaseDate: Day | null;
  /** That quarter's value; the recorded one when null. */
  readonly indexBaseValue: Decimal | null;
}

/**
 * The quarter that a rent is based on: the one in the lease, else the last that was published when it was signed
 * (rental.md 2.1). Null where there is none.
 */
export function baseQuarterOf(
  { indexCode, indexBaseDate }: IndexClause,
  signedOn: Day,
  published: PublishedIndices,
): Quarter | null {
  if (indexBaseDate !== null) return quarterOf(indexBaseDate);
  const known = [...(published.get(indexCode) ?? [])].filter(([, { publishedOn }]) => publishedOn <= signedOn);
  return latestOf(known.map(([quarter]) => quarter));
}

/** The latest of some quarters; null of none. */
export function latestOf(quarters: Iterable<Quarter>): Quarter | null {
  return [...quarters].reduce<Quarter | null>((last, each) => (last !== null && last > each ? last : each), null);
}

/** The value of an index in a quarter: the lease's own of the quarter that it is based on, else the recorded one. */
export function valueIn(
  quarter: Quarter,
  { indexCode, indexBaseValue }: IndexClause,
  base: Quarter,
  published: PublishedIndices,
): Decimal | null {
  if (quarter === base && indexBaseValue !== null) return indexBaseValue;
  return published.get(indexCode)?.get(quarter)?.value ?? null;
}

/** A quarter's value, of which a ratio is made. */
export interface QuarterValue {
  readonly period: Quarter;
  readonly value: Decimal;
}

/** What the reference of a revision is looked for by. */
interface ReferenceAsked {
  readonly clause: IndexClause;
  readonly base: Quarter;
  readonly revisionPeriod: Quarter;
  /** The last revision of this rent by this index. */
  readonly last: QuarterValue | null;
  readonly frequencyYears: number;
  readonly published: PublishedIndices;
}

/**
 * What a new value is compared with (estate.md 2.1). IRL: the value of one period of revision before, so that a year that
 * nobody claimed is renounced. ILC, ILAT and ICC: the value of the last revision, else of the base. Null where it is not
 * known.
 */
export function referenceOf({
  clause,
  base,
  revisionPeriod,
  last,
  frequencyYears,
  published,
}: ReferenceAsked): QuarterValue | null {
  if (clause.indexCode !== "IRL" && last) return last;
  const period = clause.indexCode === "IRL" ? addYears(revisionPeriod, -frequencyYears) : base;
  const value = valueIn(period, clause, base, published);
  return value === null ? null : { period, value };
}
