/** A parameter that says something: an empty one counts as absent (RFC 6749 section 3.1). */
export function trimmedOrNull(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}
