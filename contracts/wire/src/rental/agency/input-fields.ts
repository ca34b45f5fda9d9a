import type { Cents } from "@cartulary/ledger";
import { z } from "zod";
import { day, flag, integer, listOf, text, uuid } from "../../fields.ts";

/** Fields of inputs of the estate: each may be left out, and those that can be empty take null. */
export const input = {
  text: () => text().exactOptional(),
  emptyText: () => text().nullable().exactOptional(),
  integer: () => integer().exactOptional(),
  emptyCents: () =>
    z.int().nullable().exactOptional() as unknown as z.ZodExactOptional<z.ZodNullable<z.ZodType<Cents>>>,
  flag: () => flag().exactOptional(),
  day: () => day().exactOptional(),
  emptyDay: () => day().nullable().exactOptional(),
  id: <Noun extends string>() => uuid<Noun>().exactOptional(),
  emptyId: <Noun extends string>() => uuid<Noun>().nullable().exactOptional(),
  choice: <const Words extends readonly string[]>(words: Words) => z.enum(words).exactOptional(),
  listOf: <Output, Input>(element: z.ZodType<Output, Input>) => listOf(element).exactOptional(),
  emptyChoice: <const Words extends readonly string[]>(words: Words) => z.enum(words).nullable().exactOptional(),
};
