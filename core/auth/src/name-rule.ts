import { type FieldError, lineError } from "@cartulary/kernel";

/** Validates a name (documents.md 2.2); `null` when it is valid. */
export function nameError(name: string): FieldError | null {
  return lineError("name", name, { max: 255, required: true });
}
