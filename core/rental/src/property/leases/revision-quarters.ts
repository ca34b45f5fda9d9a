import { addYears, type Day, type Decimal, type Quarter, quarterOf } from "@cartulary/kernel";
import type { IndexCode, IndexValue } from "../indexation/index-value.ts";

/** Published index values, by index and quarter. */
export type PublishedIndices = ReadonlyMap<IndexCode, ReadonlyMap<Quarter, PublishedValue>>;

type PublishedValue = Pick<IndexValue, "value" | "publishedOn">;

/** Returns the values published on or before a day. Values may be recorded before their publication. */
export function indicesPublishedBy(
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

/** Index clause of a unit's rent. */
export interface IndexClause {
  readonly indexCode: IndexCode;
  /** Any day of the base quarter. */
  readonly indexBaseDate: Day | null;
  /** Value of the base quarter; null means the recorded one. */
  readonly indexBaseValue: Decimal | null;
}

/**
 * Returns the base quarter of a rent: that of the lease, else the last one published at signature (rental.md 2.1). Null
 * if there is none.
 */
export function baseQuarterOf(
  { indexCode, indexBaseDate }: IndexClause,
  signedOn: Day,
  published: PublishedIndices,
): Quarter | null {
  if (indexBaseDate !== null) return quarterOf(indexBaseDate);
  const candidates = [...(published.get(indexCode) ?? [])].filter(([, { publishedOn }]) => publishedOn <= signedOn);
  return latestOf(candidates.map(([quarter]) => quarter));
}

/** Returns the latest quarter, or null. */
export function latestOf(quarters: Iterable<Quarter>): Quarter | null {
  return [...quarters].reduce<Quarter | null>((last, each) => (last !== null && last > each ? last : each), null);
}

/** Returns the value of an index in a quarter; the lease's own value prevails for the base quarter. */
export function valueIn(
  quarter: Quarter,
  { indexCode, indexBaseValue }: IndexClause,
  base: Quarter,
  published: PublishedIndices,
): Decimal | null {
  if (quarter === base && indexBaseValue !== null) return indexBaseValue;
  return published.get(indexCode)?.get(quarter)?.value ?? null;
}

/** An index value and its quarter. */
export interface QuarterValue {
  readonly period: Quarter;
  readonly value: Decimal;
}

/** Determines the reference value of a revision. */
interface ReferenceQuery {
  readonly clause: IndexClause;
  readonly base: Quarter;
  readonly revisionPeriod: Quarter;
  /** The last revision of this rent by this index. */
  readonly last: QuarterValue | null;
  readonly frequencyYears: number;
  readonly published: PublishedIndices;
}

/**
 * Returns the value against which the new one is compared (estate.md 2.1). IRL: the value one revision period earlier,
 * so that years without revision are waived. ILC, ILAT, ICC: the value of the last revision, else of the base quarter.
 * Null if it is not published.
 */
export function referenceOf({
  clause,
  base,
  revisionPeriod,
  last,
  frequencyYears,
  published,
}: ReferenceQuery): QuarterValue | null {
  if (clause.indexCode !== "IRL" && last) return last;
  const period = clause.indexCode === "IRL" ? addYears(revisionPeriod, -frequencyYears) : base;
  const value = valueIn(period, clause, base, published);
  return value === null ? null : { period, value };
}
