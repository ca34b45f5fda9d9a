import { emailAddressError, PERSON_NAME_MAX } from "@cartulary/directory";
import { type Instant, isStorable, lineError, millisecondsOf } from "@cartulary/kernel";

/** Tolerated clock difference to a provider. */
export const CLOCK_TOLERANCE_SECONDS = 30;
/** Maximum remaining life of an assertion: a longer one would be a credential. */
const ASSERTION_SECONDS_MAX = 3600;
/** Maximum length of a provider's subject, in code points. */
const SUBJECT_MAX = 255;

/** Claims of an assertion with verified signature and checked types. */
export interface AssertionClaims {
  readonly issuer: string;
  /** The provider's id of the user. */
  readonly subject: string;
  readonly emailAddress: string;
  /** `null` when the claim is absent. */
  readonly emailVerified: boolean | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Seconds since 1970. */
  readonly expires: number;
  /** The `jti` claim. */
  readonly assertionId: string | null;
  /** Equal for different encodings of one assertion's signature. */
  readonly fingerprint: string;
}

/** The claims, or the reason for rejection, which is recorded in the audit trail only. */
export type AssertionOutcome = { readonly person: AssertionClaims } | { readonly refused: string };

/** Validates claims (auth.md 1.6). Returns a reason for the audit trail, or `null`. */
export function assertionProblem(person: AssertionClaims, now: Instant): string | null {
  const { subject, emailAddress, emailVerified, firstName, lastName, expires } = person;
  if (expires > millisecondsOf(now) / 1000 + ASSERTION_SECONDS_MAX) return "lives_too_long";
  if (lineError("subject", subject, { max: SUBJECT_MAX, required: true })) return "subject";
  if (emailAddressError("emailAddress", emailAddress)) return "email";
  if (emailVerified === false) return "email_not_verified";
  const names = [firstName, lastName].filter((name) => name !== null);
  return names.every((name) => !lineError("name", name, { max: PERSON_NAME_MAX, required: false })) ? null : "name";
}

/** Identifies an assertion, to detect its second use; store only its hash. */
export function assertionKey({ issuer, assertionId, fingerprint }: AssertionClaims): string {
  return assertionId === null || !isStorable(assertionId) ? fingerprint : `${issuer}|${assertionId}`;
}
