/** What somebody is called by. */
export interface Named {
  /** Trade or company name. */
  readonly company: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** What is left where nothing is said: an accounting code, a phone number. */
  readonly otherwise: string | null;
}

/** Trade or company name, else first and last name, else e-mail, else what is left (estate.md 3.1). */
export function displayNameOf({ company, firstName, lastName, email, otherwise }: Named): string {
  const person = [firstName, lastName].filter(Boolean).join(" ");
  return company || person || email || otherwise || "";
}
