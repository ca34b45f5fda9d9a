import { type FieldError, lineError } from "@cartulary/kernel";

/** What is wrong with the name that people give something (documents.md 2.2); `null` when nothing is. */
export function nameError(name: string): FieldError | null {
  return lineError("name", name, { max: 255, required: true });
}
