import { type FieldError, invalid, lineError } from "@cartulary/kernel";

/** Refuses with 422, naming every field that is wrong. */
export function requireSound(errors: readonly (FieldError | null)[]): void {
  const [first, ...rest] = errors.filter((error) => error !== null);
  if (first) throw invalid(first, ...rest);
}

/** What is wrong with the name that people give something (documents.md 2.2); `null` when nothing is. */
export function nameError(name: string): FieldError | null {
  return lineError("name", name, { max: 255, required: true });
}
