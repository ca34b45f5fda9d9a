import { camelName } from "../casing.ts";
import { COMMON_TEXTS } from "./common-texts.ts";
import { compositionTexts } from "./composition-texts.ts";
import { directoryTexts } from "./directory-texts.ts";
import { documentsTexts } from "./documents-texts.ts";
import { estateTexts } from "./estate-texts.ts";
import { type FieldText, type FieldTexts, textsByOwner } from "./field-text.ts";
import { rentalTexts } from "./rental-texts.ts";

/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>;

const BY_OWNER: ReadonlyMap<string, FieldTexts> = textsByOwner([
  ...documentsTexts,
  ...compositionTexts,
  ...directoryTexts,
  ...rentalTexts,
  ...estateTexts,
]);

/** Keywords whose values are schemas of the same object or of its elements. */
const INSIDE = ["items", "additionalProperties", "anyOf", "allOf", "oneOf"] as const;

/**
 * Returns a schema in which each property has a description. A property that has one keeps it: the declaration of its
 * field in core comes first, then the texts of the record `owner`, then those that all records share.
 */
export function describeProperties(schema: Schema, owner: string): Schema {
  const inside = INSIDE.filter((keyword) => keyword in schema).map((keyword) => {
    const value = schema[keyword];
    return [keyword, Array.isArray(value) ? value.map((each) => within(each, owner)) : within(value, owner)];
  });
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> };
  const described =
    properties &&
    Object.entries(properties).map(([name, property]) => [
      name,
      withText(describeProperties(property, owner), fieldText(owner, name)),
    ]);
  return { ...schema, ...Object.fromEntries(inside), ...(described && { properties: Object.fromEntries(described) }) };
}

const within = (schema: unknown, owner: string): unknown =>
  typeof schema === "object" && schema !== null ? describeProperties(schema as Schema, owner) : schema;

/** Returns the text of a field of a record, or of a parameter of an operation, by its name on the wire. */
export function fieldText(owner: string, name: string): FieldText | undefined {
  const field = camelName(name);
  return BY_OWNER.get(owner)?.[field] ?? COMMON_TEXTS[field];
}

/** Adds a description, and the bounds of the value, to a schema that has none of its own. */
export function withText(schema: Schema, text: FieldText | undefined): Schema {
  if (text === undefined || "description" in schema) return schema;
  if (typeof text === "string") return { ...schema, description: text };
  const { description, ...bounds } = text;
  return { ...withBounds(schema, bounds), description };
}

/** Bounds belong to the type of the value; an allowed null has none. */
function withBounds(schema: Schema, bounds: Schema): Schema {
  const { anyOf } = schema as { readonly anyOf?: readonly Schema[] };
  if (anyOf) return { ...schema, anyOf: anyOf.map((each) => (each.type === "null" ? each : withBounds(each, bounds))) };
  return { ...schema, ...bounds };
}
