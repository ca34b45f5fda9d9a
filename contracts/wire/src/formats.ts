import type { z } from "zod";

/** The pattern of a text, and the changes applied to it. */
export interface Format {
  readonly pattern: RegExp;
  readonly changes: readonly z.core.$ZodCheckOverwriteDef<string>[];
}

/** Formats that are fully described by their pattern. */
const PATTERNED: readonly string[] = ["guid", "datetime", "date"];

/** Returns the format of a schema without other checks; `null` for other schemas. */
export function formatOf(schema: z.core.$ZodType): Format | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== "string") return null;
  const { format, pattern, checks = [], coerce } = def as z.core.$ZodStringFormatDef;
  if (coerce || !pattern || !PATTERNED.includes(format)) return null;
  const changes = checks.map(({ _zod }) => _zod.def).filter(isOverwrite);
  return changes.length === checks.length ? { pattern, changes } : null;
}

/** True for a check that changes a text and rejects none. */
const isOverwrite = (def: z.core.$ZodCheckDef): def is z.core.$ZodCheckOverwriteDef<string> =>
  def.check === "overwrite";
