import { z } from "zod";
import { wireShape } from "./casing.ts";
import { describeProperties } from "./description/describe.ts";
import { isRequiredByOperation, namedSchemas } from "./record.ts";

/** A JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The location of named schemas in OpenAPI. */
const COMPONENTS = "#/components/schemas/";

/**
 * Uses the wire side of each codec, and drops the pattern of a known format and the bounds of numbers that are no more
 * than those of JavaScript.
 */
const WIRE = {
  io: "input",
  override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }) {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (isRequiredByOperation(zodSchema) && jsonSchema.type === "object") jsonSchema.minProperties = 1;
    if (!(zodSchema instanceof z.ZodObject)) return;
    const required = requiredIn(zodSchema.shape);
    if (required.length > 0) jsonSchema.required = [...required];
  },
} as const;

/** Returns the required fields of a shape by wire name. */
function requiredIn(shape: Readonly<Record<string, z.ZodType>>): readonly string[] {
  return Object.keys(shape).filter((name) => shape[name] && isRequired(shape[name]));
}

/** True if a request without this field or parameter is rejected. */
export function isRequired(field: z.ZodType): boolean {
  return isRequiredByOperation(field) || !z.object({ field }).safeParse({}).success;
}

/** True if a request with an empty body of this schema is rejected. */
export function requiresBody(body: z.ZodType): boolean {
  return isRequiredByOperation(body) || requiredIn(wireShape(body)).length > 0;
}

/** Returns the wire form of every named schema by name, each property with its description. */
export function namedJsonSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...schemasByName().keys()].map((name) => [name, namedJsonSchema(name)]));
}

/** Returns the wire form of one named schema, each property with its description; throws for an unknown name. */
export function namedJsonSchema(name: string): JsonSchema {
  const schema = schemasByName().get(name);
  if (!schema) throw new TypeError(`No schema is named ${name}`);
  return describeProperties(ownSchema(schema), name);
}

let schemas: ReadonlyMap<string, z.core.$ZodType> | undefined;

function schemasByName(): ReadonlyMap<string, z.core.$ZodType> {
  schemas ??= new Map([...namedSchemas._idmap]);
  return schemas;
}

/**
 * Returns the wire form of a schema, in which schemas with names are references. `owner` names the operation whose texts
 * describe its properties.
 */
export function jsonSchemaOf(schema: z.ZodType, owner = ""): JsonSchema {
  const name = namedSchemas.get(schema)?.id;
  if (name !== undefined) return { $ref: COMPONENTS + name };
  if (schema instanceof z.ZodArray) return { type: "array", items: jsonSchemaOf(schema.element as z.ZodType, owner) };
  if (schema instanceof z.ZodUnion)
    return { anyOf: schema.options.map((option) => jsonSchemaOf(option as z.ZodType, owner)) };
  return describeProperties(ownSchema(schema), owner);
}

/** Returns the wire form of a schema, in which other schemas with names are references. */
function ownSchema(schema: z.core.$ZodType): JsonSchema {
  const { $defs, ...own } = bare(z.toJSONSchema(schema, { ...WIRE, metadata: namesAndTexts(schema) }));
  return referring(own) as JsonSchema;
}

/** Knows the names and the descriptions of schemas, which are in registries of their own; but no name of `root`. */
const namesAndTexts = (root: z.core.$ZodType) =>
  ({
    get: (schema: z.core.$ZodType) => ({
      ...z.globalRegistry.get(schema),
      ...(schema !== root && namedSchemas.get(schema)),
    }),
  }) as unknown as z.core.$ZodRegistry<{ id: string }>;

const DEFINITION = /^#\/\$defs\//;

/** Makes references to definitions of the schema itself references to the components of the document. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? each.replace(DEFINITION, COMPONENTS) : referring(each),
    ]),
  );
}

/** Removes the properties of a standalone document. */
function bare(schema: object): JsonSchema {
  const { $schema, $id, id, ...rest } = schema as Readonly<Record<string, unknown>>;
  return rest;
}
