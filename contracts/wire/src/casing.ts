import { z } from "zod";

/** `documentsFolderId` as the wire writes it: `documents_folder_id`. */
type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key;

type SnakeShape<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape & string as Snake<Key>]: Shape[Key];
};

/** A shape of ours and what it is on the wire. */
export type SnakeObject<Shape extends z.ZodRawShape> = z.ZodCodec<
  z.ZodObject<SnakeShape<Shape>>,
  z.ZodCustom<z.output<z.ZodObject<Shape>>, z.output<z.ZodObject<Shape>>>
>;

/** A name of ours as the wire writes it. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A name of the wire as we write it. */
export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A camelCase object on our side, the same object with snake_case keys on the wire.
 *
 * Only keys that the shape names are renamed, and only those pass: free-form objects such as `metadata_user` keep the
 * keys their owner gave them, and what the shape does not name (unknown or output-only fields of a request, internal
 * fields of a record) is left out in both directions. Absent stays absent. All checking is done on the wire's side.
 */
export function snakeObject<Shape extends z.ZodRawShape>(shape: Shape): SnakeObject<Shape> {
  const names = Object.keys(shape).map((key) => [key, snakeName(key)] as const);
  const toOurs = names.map(([ours, theirs]) => [theirs, ours] as const);
  const wire = z.object(Object.fromEntries(names.map(([ours, theirs]) => [theirs, shape[ours]])) as z.ZodRawShape);
  const codec = z.codec(wire, z.custom<object>(isObject), {
    decode: (value) => renamed(value, toOurs),
    encode: (value) => renamed(value, names) as never,
  });
  fieldsOf.set(
    codec,
    names.map(([ours, theirs]) => [ours, theirs, wire.shape[theirs]] as Field),
  );
  return codec as unknown as SnakeObject<Shape>;
}

/** A field by its name on our side, its name on the wire, and what it is there. */
export type Field = readonly [ours: string, theirs: string, schema: z.core.$ZodType];

const fieldsOf = new WeakMap<z.core.$ZodType, readonly Field[]>();

/** The fields of a {@link snakeObject}; `null` of whatever else. */
export function renamedFields(schema: z.core.$ZodType): readonly Field[] | null {
  return fieldsOf.get(schema) ?? null;
}

/** What an object of the wire is made of, by its names there. */
export function wireShape(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return (schema as SnakeObject<z.ZodRawShape>).def.in.shape as Readonly<Record<string, z.ZodType>>;
}

/** So that a value of another kind is refused, not renamed: unions try one record after the other. */
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function renamed(value: object, names: readonly (readonly [string, string])[]): object {
  const source = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.filter(([from]) => Object.hasOwn(source, from)).map(([from, to]) => [to, source[from]]),
  );
}
