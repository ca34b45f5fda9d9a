import {
  type Condition,
  type Instant,
  isStatePredicate,
  type ListQuery,
  offsetOf,
  PATTERN_PREDICATES,
} from "@cartulary/kernel";

/** The part of a query that decides the text of its statements. */
export interface QueryShape<Field extends string> extends Pick<ListQuery<Field>, "sort" | "direction"> {
  readonly conditions: readonly ConditionShape<Field>[];
  readonly isAfter: boolean;
  readonly isThrough: boolean;
}

/** A condition with the number of its values, or with the values if they change the text. */
interface ConditionShape<Field extends string> extends Omit<Condition<Field>, "values"> {
  readonly values: number | Condition["values"];
}

/** The part of a query that is passed as parameters. */
export interface QueryValues {
  readonly limit: number;
  readonly offset: number;
  /** The values of all conditions, concatenated. */
  readonly searchValue: Condition["values"];
  /** The start cursor, exclusive. */
  readonly afterAt?: Instant;
  readonly afterId?: string;
  /** The end cursor, inclusive. */
  readonly throughAt?: Instant;
  readonly throughId?: string;
}

/** True if the values of a condition change its text: they negate a state predicate, and a pattern is split. */
const decidesText = ({ predicate }: Condition): boolean =>
  isStatePredicate(predicate) || (PATTERN_PREDICATES as readonly string[]).includes(predicate);

export function shapeOf<Field extends string>({
  sort,
  direction,
  conditions,
  after,
  until: through,
}: ListQuery<Field>): QueryShape<Field> {
  const shapes = conditions.map((condition) => {
    const { values, ...rest } = condition;
    return { ...rest, values: decidesText(condition) ? values : values.length };
  });
  return { sort, direction, conditions: shapes, isAfter: after !== undefined, isThrough: through !== undefined };
}

export function valuesOf({ conditions, after, until: through, ...page }: ListQuery): QueryValues {
  const searchValue = conditions.flatMap((condition) => (decidesText(condition) ? [] : condition.values));
  const place = {
    ...(after && { afterAt: after.at, afterId: after.id }),
    ...(through && { throughAt: through.at, throughId: through.id }),
  };
  return { limit: page.perPage, offset: offsetOf(page), searchValue, ...place };
}

/** Returns the conditions of a shape with their values. */
export function conditionsOf<Field extends string>(
  { conditions }: QueryShape<Field>,
  { searchValue }: Pick<QueryValues, "searchValue">,
): readonly Condition<Field>[] {
  let taken = 0;
  return conditions.map(({ values, ...condition }) => {
    if (typeof values !== "number") return { ...condition, values };
    taken += values;
    return { ...condition, values: searchValue.slice(taken - values, taken) };
  });
}

/** Returns the cursors of a query of this shape. */
export function cursorConditions(
  { isAfter, isThrough }: QueryShape<string>,
  { afterAt, afterId, throughAt, throughId }: QueryValues,
): Pick<ListQuery, "after" | "until"> {
  // The shape says whether there is a cursor, because placeholders cannot be read.
  return {
    ...(isAfter && { after: { at: afterAt as Instant, id: afterId as string } }),
    ...(isThrough && { until: { at: throughAt as Instant, id: throughId as string } }),
  };
}
