/** How one field of an object is made of another object. */
export interface FieldMapping {
  readonly name: string;
  /** The field of the source. */
  readonly from: string;
  /** Converts the source's value; `null` takes it as it is. */
  readonly change: ((value: never) => unknown) | null;
  /** True where `null` is not converted. */
  readonly mapsNull?: boolean;
}

/** Returns a function that makes an object of another, field by field, in the order of `fields`. */
export function createMapper<Source extends object, Target>(
  fields: readonly FieldMapping[],
): (source: Source) => Target {
  if (fields.some(({ name }) => name === "__proto__")) throw new TypeError("A field must not be named __proto__");
  return (source) => {
    const target: Record<string, unknown> = {};
    for (const { name, from, change, mapsNull } of fields) {
      const value = (source as Readonly<Record<string, unknown>>)[from];
      target[name] = change === null || (mapsNull && value === null) ? value : change(value as never);
    }
    return target as Target;
  };
}
