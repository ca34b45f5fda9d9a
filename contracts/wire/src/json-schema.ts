import { z } from "zod";
import { wireShape } from "./casing.ts";
import { isNeeded, namedSchemas } from "./record.ts";

/** A JSON Schema of the draft that OpenAPI 3.1 uses (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where the OpenAPI keeps the schemas that have names. */
const COMPONENTS = "#/components/schemas/";

/** The wire's side of each codec; a format says enough without the expression that checks it. */
const WIRE = {
  io: "input",
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    if (isNeeded(zodSchema) && jsonSchema.type === "object") jsonSchema.minProperties = 1;
    if (!(zodSchema instanceof z.ZodObject)) return;
    const required = requiredIn(zodSchema.shape);
    if (required.length > 0) jsonSchema.required = [...required];
  },
} as const;

/** The fields of a shape, as the wire names them, without which a request is refused. */
function requiredIn(shape: Readonly<Record<string, z.ZodType>>): readonly string[] {
  return Object.keys(shape).filter((name) => shape[name] && isRequired(shape[name]));
}

/** Whether a request is refused that leaves this field or parameter out. */
export function isRequired(field: z.ZodType): boolean {
  return isNeeded(field) || !z.object({ field }).safeParse({}).success;
}

/** Whether a request is refused whose body of this schema says nothing. */
export function requiresBody(body: z.ZodType): boolean {
  return isNeeded(body) || requiredIn(wireShape(body)).length > 0;
}

/** Every schema that has a name, as it is on the wire, by that name. */
export function namedJsonSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(namedSchemas, { ...WIRE, uri: (name) => COMPONENTS + name });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}

/** A schema as it is on the wire; by reference where it, or what it lists, has a name. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const name = namedSchemas.get(schema)?.id;
  if (name !== undefined) return { $ref: COMPONENTS + name };
  if (schema instanceof z.ZodArray) return { type: "array", items: jsonSchemaOf(schema.element as z.ZodType) };
  return bare(z.toJSONSchema(schema, WIRE));
}

/** Without what only a document of its own says. */
function bare(schema: object): JsonSchema {
  const { $schema, $id, ...rest } = schema as Readonly<Record<string, unknown>>;
  return rest;
}
