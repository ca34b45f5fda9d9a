import {
  type Condition,
  type Instant,
  isJudging,
  type ListQuery,
  offsetOf,
  SEARCHING_PREDICATES,
} from "@cartulary/kernel";

/** What of a query decides the text of its statements. */
export interface QueryShape<Field extends string> extends Pick<ListQuery<Field>, "sort" | "direction"> {
  readonly conditions: readonly ConditionShape<Field>[];
  /** Whether it begins behind a place. */
  readonly isAfter: boolean;
  /** Whether it ends with a place. */
  readonly isThrough: boolean;
}

/** A condition by how many values it has, or with them where they decide what is said. */
interface ConditionShape<Field extends string> extends Omit<Condition<Field>, "values"> {
  readonly values: number | Condition["values"];
}

/** The rest of a query: what its statements are given. */
export interface QueryValues {
  readonly limit: number;
  readonly offset: number;
  /** Those of all conditions, one after the other. */
  readonly sought: Condition["values"];
  /** The place that it begins behind, if any. */
  readonly afterAt?: Instant;
  readonly afterId?: string;
  /** The place that it ends with, if any. */
  readonly throughAt?: Instant;
  readonly throughId?: string;
}

/** A judgement is turned round by its value, a pattern is taken apart: of others only the number of values matters. */
const decidesText = ({ predicate }: Condition): boolean =>
  isJudging(predicate) || (SEARCHING_PREDICATES as readonly string[]).includes(predicate);

export function shapeOf<Field extends string>({
  sort,
  direction,
  conditions,
  after,
  through,
}: ListQuery<Field>): QueryShape<Field> {
  const shapes = conditions.map((condition) => {
    const { values, ...rest } = condition;
    return { ...rest, values: decidesText(condition) ? values : values.length };
  });
  return { sort, direction, conditions: shapes, isAfter: after !== undefined, isThrough: through !== undefined };
}

export function valuesOf({ conditions, after, through, ...page }: ListQuery): QueryValues {
  const sought = conditions.flatMap((condition) => (decidesText(condition) ? [] : condition.values));
  const place = {
    ...(after && { afterAt: after.at, afterId: after.id }),
    ...(through && { throughAt: through.at, throughId: through.id }),
  };
  return { limit: page.perPage, offset: offsetOf(page), sought, ...place };
}

/** The conditions of a shape with the values that belong to it, in their order. */
export function conditionsOf<Field extends string>(
  { conditions }: QueryShape<Field>,
  { sought }: Pick<QueryValues, "sought">,
): readonly Condition<Field>[] {
  let taken = 0;
  return conditions.map(({ values, ...condition }) => {
    if (typeof values !== "number") return { ...condition, values };
    taken += values;
    return { ...condition, values: sought.slice(taken - values, taken) };
  });
}

/** Where a query of this shape begins and ends; neither where it goes from the beginning to the end. */
export function placesOf(
  { isAfter, isThrough }: QueryShape<string>,
  { afterAt, afterId, throughAt, throughId }: QueryValues,
): Pick<ListQuery, "after" | "through"> {
  // Of a slot it is not asked what it holds: the shape says whether there is one.
  return {
    ...(isAfter && { after: { at: afterAt as Instant, id: afterId as string } }),
    ...(isThrough && { through: { at: throughAt as Instant, id: throughId as string } }),
  };
}
