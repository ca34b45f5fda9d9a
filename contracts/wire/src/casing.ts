import { z } from "zod";

/** The snake_case form of a camelCase name: `documents_folder_id` for `documentsFolderId`. */
type Snake<Key extends string> = Key extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Key;

type SnakeShape<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape & string as Snake<Key>]: Shape[Key];
};

/** A shape and its wire form. */
export type SnakeObject<Shape extends z.ZodRawShape> = z.ZodCodec<
  z.ZodObject<SnakeShape<Shape>>,
  z.ZodCustom<z.output<z.ZodObject<Shape>>, z.output<z.ZodObject<Shape>>>
>;

/** Converts camelCase to snake_case. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts snake_case to camelCase. */
export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Creates a schema for an object with camelCase keys in memory and snake_case keys on the wire.
 *
 * Only the keys of the shape are converted and pass: keys inside free-form objects such as `metadata_user` stay, and
 * keys that the shape does not name (unknown or output-only fields of a request, internal fields of a record) are
 * dropped in both directions. Absent keys stay absent. All checks apply to the wire form.
 */
export function snakeObject<Shape extends z.ZodRawShape>(shape: Shape): SnakeObject<Shape> {
  const names = Object.keys(shape).map((key) => [key, snakeName(key)] as const);
  const toMemory = names.map(([ours, theirs]) => [theirs, ours] as const);
  const wire = z.object(Object.fromEntries(names.map(([ours, theirs]) => [theirs, shape[ours]])) as z.ZodRawShape);
  const codec = z.codec(wire, z.custom<object>(isObject), {
    decode: (value) => rename(value, toMemory),
    encode: (value) => rename(value, names) as never,
  });
  fieldsOf.set(
    codec,
    names.map(([ours, theirs]) => [ours, theirs, wire.shape[theirs]] as Field),
  );
  return codec as unknown as SnakeObject<Shape>;
}

/** A field: its name in memory, its name on the wire, and its wire schema. */
export type Field = readonly [ours: string, theirs: string, schema: z.core.$ZodType];

const fieldsOf = new WeakMap<z.core.$ZodType, readonly Field[]>();

/** Returns the fields of a {@link snakeObject}; `null` for other schemas. */
export function wireFieldsOf(schema: z.core.$ZodType): readonly Field[] | null {
  return fieldsOf.get(schema) ?? null;
}

/** Returns the wire schemas of a {@link snakeObject} by wire name. */
export function wireShape(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return (schema as SnakeObject<z.ZodRawShape>).def.in.shape as Readonly<Record<string, z.ZodType>>;
}

/** Rejects other values instead of renaming them, so that unions try their next record. */
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function rename(value: object, names: readonly (readonly [string, string])[]): object {
  const source = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.filter(([from]) => Object.hasOwn(source, from)).map(([from, to]) => [to, source[from]]),
  );
}
