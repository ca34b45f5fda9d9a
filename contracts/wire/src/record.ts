import { z } from "zod";
import { type SnakeObject, snakeObject } from "./casing.ts";

/** Every named schema, listed under `components` of the OpenAPI. */
export const namedSchemas: z.core.$ZodRegistry<{ id: string }> = z.registry<{ id: string }>();

const requiredSchemas = z.registry<Record<string, never>>();

/**
 * Marks an optional schema as required in the OpenAPI document. The operation itself checks it and returns its own
 * error. For a body: one of its fields is required.
 */
export function requiredByOperation<Schema extends z.ZodType>(schema: Schema): Schema {
  requiredSchemas.add(schema, {});
  return schema;
}

/** True if the schema was marked by {@link requiredByOperation}. */
export function isRequiredByOperation(schema: z.core.$ZodType): boolean {
  return requiredSchemas.has(schema);
}

/** A named object with the same keys on both sides, as in the rental product (rental.md §4). */
export function camelRecord<Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> {
  return z.object(shape).register(namedSchemas, { id: name });
}

/** A named {@link snakeObject}. */
export function record<Shape extends z.ZodRawShape>(name: string, shape: Shape): SnakeObject<Shape> {
  return snakeObject(shape).register(namedSchemas, { id: name });
}
