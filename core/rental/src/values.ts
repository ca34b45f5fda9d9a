import { type FieldError, invalid, line, notFound } from "@cartulary/kernel";

/** What a line becomes: itself as it is kept, and what it was when nothing is said. */
export function keptLine(said: string | null | undefined, kept: string | null): string | null {
  if (said === undefined) return kept;
  return said === null ? null : line(said);
}

/** What of these is an error. */
export function errorsAmong(...found: readonly (FieldError | null)[]): readonly FieldError[] {
  return found.filter((error) => error !== null);
}

/** Refuses with 422, naming every field that is wrong. */
export function refuse([first, ...others]: readonly FieldError[]): void {
  if (first) throw invalid(first, ...others);
}

/** Refuses what does not exist: 404. */
export function existing<Record>(record: Record | null): Record {
  if (!record) throw notFound();
  return record;
}
