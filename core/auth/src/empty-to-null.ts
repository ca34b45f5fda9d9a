/** Returns `null` for an empty or absent parameter (RFC 6749 section 3.1). */
export function emptyToNull(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}
