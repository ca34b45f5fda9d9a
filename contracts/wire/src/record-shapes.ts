import {
  type CreationOf,
  type Decimal,
  type Field,
  type PatchOf,
  type RecordDeclaration,
  type RecordOf,
  requiredNames,
  type ValueBounds,
} from "@cartulary/kernel";
import { z } from "zod";
import { day, decimal, flag, instant, integer, listOf, text, uuid } from "./fields.ts";
import { requiredByOperation } from "./record.ts";

/** A value of the core as JSON contains it. */
type Wire<Value> = Value extends Decimal ? number : Value;
type Schema<Value> = z.ZodType<Value, Wire<Value>>;

/** The schemas of a record's fields in answers. */
export type AnswerShape<Declared extends RecordDeclaration> = {
  [Name in keyof RecordOf<Declared>]: Schema<RecordOf<Declared>[Name]>;
};

type InputShape<Input> = {
  [Name in keyof Input]-?: Record<never, never> extends Pick<Input, Name>
    ? z.ZodExactOptional<Schema<Exclude<Input[Name], undefined>>>
    : Schema<Input[Name]>;
};

/** The schemas of the fields that a creation may contain. */
export type CreationShape<Declared extends RecordDeclaration> = InputShape<CreationOf<Declared>>;

/** The schemas of the fields that a patch may contain, each of which may be absent. */
export type PatchShape<Declared extends RecordDeclaration> = InputShape<PatchOf<Declared>>;

/**
 * Returns the fields of a record as answers contain them. `nullable` names those that the interface calls nullable although
 * no record has null there.
 */
export function answerShape<Declared extends RecordDeclaration>(
  { fields }: Declared,
  nullable: readonly (keyof RecordOf<Declared> & string)[] = [],
): AnswerShape<Declared> {
  const shape = Object.entries(fields).map(([name, field]) => {
    const schema = schemaOf(field);
    const isNullable = field.nullable || (nullable as readonly string[]).includes(name);
    return [name, described(isNullable ? schema.nullable() : schema, field)];
  });
  return Object.fromEntries(shape) as AnswerShape<Declared>;
}

/** Returns the fields that a creation may contain. */
export function creationShape<Declared extends RecordDeclaration>(declared: Declared): CreationShape<Declared> {
  return inputShape(declared, ["required", "fixed"], ["optional"]) as CreationShape<Declared>;
}

/** Returns the fields of a creation whose use case, and not the schema, refuses the absent ones. */
export function lenientCreationShape<Declared extends RecordDeclaration>(declared: Declared): PatchShape<Declared> {
  const shape = patchShape(declared);
  for (const name of requiredNames(declared)) requiredByOperation((shape as z.ZodRawShape)[name] as z.ZodType);
  return shape;
}

/** Returns the fields that a patch may contain. */
export function patchShape<Declared extends RecordDeclaration>(declared: Declared): PatchShape<Declared> {
  return inputShape(declared, [], ["required", "optional"]) as PatchShape<Declared>;
}

function inputShape(
  { fields }: RecordDeclaration,
  required: readonly Field["use"][],
  optional: readonly Field["use"][],
): z.ZodRawShape {
  const shape = Object.entries(fields).flatMap(([name, field]) => {
    const schema = schemaOf(field);
    const value = field.clearable ? schema.nullable() : schema;
    const named = (sent: z.ZodType) => [[field.inputName ?? name, described(sent, field, field.rule.bounds)] as const];
    if (required.includes(field.use)) return named(value);
    return optional.includes(field.use) ? named(value.exactOptional()) : [];
  });
  return Object.fromEntries(shape);
}

/** Gives a schema, which no other field has, the text of the field in the API description, and the bounds of its value. */
function described<Each extends z.ZodType>(schema: Each, { description, unit }: Field, bounds: ValueBounds = {}): Each {
  const text = unit === null ? description : `${description}, in ${unit}`;
  z.globalRegistry.add(schema, { ...bounds, description: text });
  return schema;
}

function schemaOf({ type, words }: Field): z.ZodType {
  return words === null ? SCHEMAS[type]() : z.enum(words);
}

const SCHEMAS: Readonly<Record<Field["type"], () => z.ZodType>> = {
  text,
  passage: text,
  keyword: text,
  uuid,
  integer,
  amount: integer,
  decimal,
  date: day,
  instant,
  boolean: flag,
  list: () => listOf(text()),
};
