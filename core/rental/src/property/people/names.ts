/** Parts of a display name. */
export interface NameParts {
  /** Trade or company name. */
  readonly company: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** Fallback, such as an accounting code or a phone number. */
  readonly otherwise: string | null;
}

/** Returns the trade or company name, else first and last name, else e-mail, else the fallback (estate.md 3.1). */
export function displayNameOf({ company, firstName, lastName, email, otherwise }: NameParts): string {
  const person = [firstName, lastName].filter(Boolean).join(" ");
  return company || person || email || otherwise || "";
}
