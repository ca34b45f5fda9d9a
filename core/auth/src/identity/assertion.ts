import { emailAddressError, PERSON_NAME_MAX } from "@cartulary/directory";
import { type Instant, isStorable, lineError, millisecondsOf } from "@cartulary/kernel";

/** Seconds by which a provider's clock and ours may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;
/** Seconds that an assertion may live from now at most: what lives longer is a credential, not a sign-in. */
const ASSERTION_SECONDS_MAX = 3600;
/** Code points of a provider's name for a person. */
const SUBJECT_MAX = 255;

/** What a provider says of somebody, its signature verified and its claims of the right types. */
export interface AssertedPerson {
  readonly issuer: string;
  /** What the provider knows the person by. */
  readonly subject: string;
  readonly emailAddress: string;
  /** `null` where the provider does not say. */
  readonly emailVerified: boolean | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Seconds since 1970. */
  readonly expires: number;
  /** `jti`; `null` without one. */
  readonly assertionId: string | null;
  /** The same text however the signature of one assertion is spelled. */
  readonly fingerprint: string;
}

/** What a verifier found: whom it is about, or why it is nothing, for the trail alone. */
export type AssertionOutcome = { readonly person: AssertedPerson } | { readonly refused: string };

/** What is wrong with sound claims (auth.md 1.6), for the trail; `null` when they may be acted on. */
export function assertionProblem(person: AssertedPerson, now: Instant): string | null {
  const { subject, emailAddress, emailVerified, firstName, lastName, expires } = person;
  if (expires > millisecondsOf(now) / 1000 + ASSERTION_SECONDS_MAX) return "lives_too_long";
  if (lineError("subject", subject, { max: SUBJECT_MAX, required: true })) return "subject";
  if (emailAddressError("emailAddress", emailAddress)) return "email";
  if (emailVerified === false) return "email_not_verified";
  const names = [firstName, lastName].filter((name) => name !== null);
  return names.every((name) => !lineError("name", name, { max: PERSON_NAME_MAX, required: false })) ? null : "name";
}

/** What an assertion is known by once it was used; to be hashed. */
export function assertionKey({ issuer, assertionId, fingerprint }: AssertedPerson): string {
  return assertionId === null || !isStorable(assertionId) ? fingerprint : `${issuer}|${assertionId}`;
}
