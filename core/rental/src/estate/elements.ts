import type { FieldError, Id, Identified, NewId } from "@cartulary/kernel";
import { type FieldRules, fault, inputErrors, patchOf, unknownError } from "./fields.ts";

/** An element of an array of an input: with an id it is one that is there. */
export interface ElementInput {
  readonly id?: Id<string>;
}

/** Elements of one array. Whoever has more has them in records of their own. */
export const ELEMENTS_MAX = 1000;

/**
 * What is wrong with an array that replaces the present one: more elements than {@link ELEMENTS_MAX}, ids that none of the
 * present elements has or that stand twice, fields that are wrong or, in a new element, missing.
 */
export function elementErrors<Input extends ElementInput>(
  field: string,
  sent: readonly Input[],
  present: readonly Identified[],
  { rules, required }: ElementRules<Input>,
): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX) return [fault(field, "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const known = new Set<string>(present.map(({ id }) => id));
  const met = new Set<string>();
  return sent.flatMap((element, index) => {
    const at = `${field}[${index}].`;
    const { id } = element;
    const missing = id === undefined ? required.filter((name) => element[name] === undefined) : [];
    const idErrors = id === undefined ? [] : known.has(id) ? [] : [unknownError(`${at}id`)];
    const twice = id !== undefined && met.has(id) ? [fault(`${at}id`, "taken", "stands twice")] : [];
    if (id !== undefined) met.add(id);
    return [
      ...idErrors,
      ...twice,
      ...missing.map((name) => fault(at + String(name), "blank", "can't be blank")),
      ...inputErrors(rules, element as unknown as Omit<Input, "id">, at),
    ];
  });
}

/** What an element has to be. */
export interface ElementRules<Input extends ElementInput> {
  readonly rules: FieldRules<Omit<Input, "id">>;
  /** The fields that a new element cannot do without. */
  readonly required: readonly (keyof Input & string)[];
}

/** The elements after an array of an input in which {@link elementErrors} found nothing: what an element leaves out stays. */
export function replacedElements<Element extends Identified, Input extends ElementInput>(
  sent: readonly Input[],
  present: readonly Element[],
  rules: FieldRules<Omit<Input, "id">>,
  { blank, newId }: { readonly blank: Omit<Element, "id">; readonly newId: NewId },
): readonly Element[] {
  const known = new Map<string, Element>(present.map((element) => [element.id, element]));
  return sent.map(({ id, ...input }) => {
    const before = id === undefined ? undefined : known.get(id);
    const patch = patchOf(rules, input);
    return { ...(before ?? { ...blank, id: newId() }), ...patch } as Element;
  });
}
