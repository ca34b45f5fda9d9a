import type { z } from "zod";

/** What a text has to be like, and what is then made of it. */
export interface Format {
  readonly pattern: RegExp;
  readonly changes: readonly z.core.$ZodCheckOverwriteDef<string>[];
}

/** Formats that are what their pattern says, and no more. */
const PATTERNED: readonly string[] = ["guid", "datetime", "date"];

/** The format of a schema that asks for nothing else of a text; `null` of any other. */
export function formatOf(schema: z.core.$ZodType): Format | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== "string") return null;
  const { format, pattern, checks = [], coerce } = def as z.core.$ZodStringFormatDef;
  if (coerce || !pattern || !PATTERNED.includes(format)) return null;
  const changes = checks.map(({ _zod }) => _zod.def).filter(isOverwrite);
  return changes.length === checks.length ? { pattern, changes } : null;
}

/** A check that changes a text and refuses none. */
const isOverwrite = (def: z.core.$ZodCheckDef): def is z.core.$ZodCheckOverwriteDef<string> =>
  def.check === "overwrite";
