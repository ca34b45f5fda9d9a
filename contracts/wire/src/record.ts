import { z } from "zod";
import { type SnakeObject, snakeObject } from "./casing.ts";

/** Every schema that has a name of its own, under `components` of the OpenAPI. */
export const namedSchemas: z.core.$ZodRegistry<{ id: string }> = z.registry<{ id: string }>();

const neededSchemas = z.registry<Record<string, never>>();

/**
 * A field that its operation refuses to do without, in words of its own, though the shape lets it be absent; of a whole
 * body, one of whose fields it needs. The OpenAPI says so.
 */
export function needed<Schema extends z.ZodType>(schema: Schema): Schema {
  neededSchemas.add(schema, {});
  return schema;
}

/** Whether {@link needed} was said of it. */
export function isNeeded(schema: z.core.$ZodType): boolean {
  return neededSchemas.has(schema);
}

/** An object whose keys are the same on both sides, that the OpenAPI names: how the rental product answers (rental.md §4). */
export function camelRecord<Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> {
  return z.object(shape).register(namedSchemas, { id: name });
}

/** A {@link snakeObject} that the OpenAPI names. */
export function record<Shape extends z.ZodRawShape>(name: string, shape: Shape): SnakeObject<Shape> {
  return snakeObject(shape).register(namedSchemas, { id: name });
}
