import { type FieldError, lineError } from "@cartulary/kernel";

/** Maximum length of an external id in code points. */
export const EXTERNAL_ID_MAX = 255;

/** Validates a line that may be empty, null or absent. */
export function optionalLineError(field: string, text: string | null | undefined, max: number): FieldError | null {
  return lineError(field, text ?? "", { max, required: false });
}
