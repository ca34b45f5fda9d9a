import {
  defaultsOf,
  type FieldError,
  type HasId,
  type Id,
  inputErrors,
  type NewId,
  type PatchOf,
  patchOf,
  type RecordDeclaration,
  type RecordOf,
  requiredNames,
} from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";

/** An element of an array of an input. With an id it is one of the present elements. */
export interface ElementInput {
  readonly id?: Id<string>;
}

/** An element of a declared record in inputs. */
export type ElementOf<Declared extends RecordDeclaration> = PatchOf<Declared> & {
  readonly id?: RecordOf<Declared>["id"];
};

/** Elements per array. Larger sets are collections of their own. */
export const ELEMENTS_MAX = 1000;

/**
 * Returns the errors of an array that replaces the stored one: more than {@link ELEMENTS_MAX} elements, unknown or
 * duplicate ids, invalid fields, and missing ones in new elements.
 */
export function elementErrors(
  field: string,
  sent: readonly ElementInput[],
  present: readonly HasId[],
  declared: RecordDeclaration,
): readonly FieldError[] {
  if (sent.length > ELEMENTS_MAX) return [fieldError(field, "too_long", `has more than ${ELEMENTS_MAX} elements`)];
  const required = requiredNames(declared);
  const presentById = new Set<string>(present.map(({ id }) => id));
  const usedIds = new Set<string>();
  return sent.flatMap((element, index) => {
    const at = `${field}[${index}].`;
    const { id } = element;
    const missing = id === undefined ? required.filter((name) => element[name as "id"] === undefined) : [];
    const idErrors = id === undefined ? [] : presentById.has(id) ? [] : [unknownError(`${at}id`)];
    const duplicateErrors =
      id !== undefined && usedIds.has(id) ? [fieldError(`${at}id`, "taken", "is a duplicate")] : [];
    if (id !== undefined) usedIds.add(id);
    return [
      ...idErrors,
      ...duplicateErrors,
      ...missing.map((name) => fieldError(at + name, "blank", "can't be blank")),
      ...inputErrors(declared, element, at),
    ];
  });
}

/**
 * Returns the elements after an array of an input in which {@link elementErrors} found nothing. A field that an element
 * leaves out keeps its value; in a new element it has its default, or the value in `blank`.
 */
export function mergeElements<Element extends HasId>(
  sent: readonly ElementInput[],
  present: readonly Element[],
  declared: RecordDeclaration,
  { blank = {}, newId }: { readonly blank?: Partial<Element>; readonly newId: NewId },
): readonly Element[] {
  const presentById = new Map<string, Element>(present.map((element) => [element.id, element]));
  const defaults = { ...defaultsOf(declared), ...blank };
  return sent.map((input) => {
    const before = input.id === undefined ? undefined : presentById.get(input.id);
    return { ...(before ?? { ...defaults, id: newId() }), ...patchOf(declared, input) } as Element;
  });
}
