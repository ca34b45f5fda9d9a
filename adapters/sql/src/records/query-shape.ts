import { type Condition, isJudging, type ListQuery, SEARCHING_PREDICATES } from "@cartulary/kernel";

/** What of a query decides the text of its statements. */
export interface QueryShape<Field extends string> extends Pick<ListQuery<Field>, "sort" | "direction"> {
  readonly conditions: readonly ConditionShape<Field>[];
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
}

/** A judgement is turned round by its value, a pattern is taken apart: of others only the number of values matters. */
const decidesText = ({ predicate }: Condition): boolean =>
  isJudging(predicate) || (SEARCHING_PREDICATES as readonly string[]).includes(predicate);

export function shapeOf<Field extends string>({ sort, direction, conditions }: ListQuery<Field>): QueryShape<Field> {
  const shapes = conditions.map((condition) => {
    const { values, ...rest } = condition;
    return { ...rest, values: decidesText(condition) ? values : values.length };
  });
  return { sort, direction, conditions: shapes };
}

export function valuesOf({ page, perPage, conditions }: ListQuery): QueryValues {
  const sought = conditions.flatMap((condition) => (decidesText(condition) ? [] : condition.values));
  return { limit: perPage, offset: (page - 1) * perPage, sought };
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
