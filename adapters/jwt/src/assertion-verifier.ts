import { type AssertionOutcome, type AssertionVerifier, CLOCK_TOLERANCE_SECONDS } from "@cartulary/auth";
import { type Instant, millisecondsOf } from "@cartulary/kernel";
import { base64url, errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";
import { z } from "zod";
import { type KeySource, type Keys, keysOf } from "./key-source.ts";

/** Whose assertions are believed. */
export interface IdentityProvider {
  /** Compared character by character. */
  readonly issuer: string;
  /** What it calls us. */
  readonly audience: string;
  readonly keys: KeySource;
}

/** The claims that we go by; a library tests that they are there, not what they are. */
const Claims = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  exp: z.number(),
  iat: z.number().nullish(),
  jti: z.string().nullish(),
});

/** A verifier of the assertions of one provider, on JOSE (RFC 7519, RFC 7523 section 3). */
export function createAssertionVerifier({ issuer, audience, keys: source }: IdentityProvider): AssertionVerifier {
  const keys = keysOf(source);
  return {
    async verify(assertion, now) {
      const options: JWTVerifyOptions = {
        issuer,
        audience,
        algorithms: [...keys.algorithms],
        requiredClaims: ["sub", "email", "exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(millisecondsOf(now)),
      };
      try {
        return outcomeOf(assertion, await verified(assertion, keys, options), { issuer, audience, now });
      } catch (error) {
        return { refused: reasonOf(error) };
      }
    },
  };
}

/** Without `kid`, several keys of a set may fit: the one that verifies is the right one. */
async function verified(assertion: string, { find }: Keys, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(assertion, find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(assertion, key, options);
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** What says that it is a JWT and no more. What says more, `at+jwt` or `logout+jwt`, is for something else (RFC 8725 section 3.11). */
const TYPES: readonly (string | undefined)[] = [undefined, "jwt", "application/jwt"];

interface Expected extends Pick<IdentityProvider, "issuer" | "audience"> {
  readonly now: Instant;
}

function outcomeOf(
  assertion: string,
  { payload, protectedHeader }: JWTVerifyResult,
  { issuer, audience, now }: Expected,
): AssertionOutcome {
  if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) return { refused: "header_typ" };
  const claims = Claims.safeParse(payload);
  if (!claims.success) return { refused: `claim_${String(claims.error.issues[0]?.path[0])}` };
  // What was meant for others as well, they could bring to us.
  if (Array.isArray(payload.aud) && payload.aud.some((each) => each !== audience)) return { refused: "claim_aud" };
  const { sub, email, email_verified, first_name, last_name, exp, iat, jti } = claims.data;
  if ((iat ?? 0) > millisecondsOf(now) / 1000 + CLOCK_TOLERANCE_SECONDS) return { refused: "claim_iat" };
  return {
    person: {
      issuer,
      subject: sub,
      emailAddress: email,
      emailVerified: email_verified ?? null,
      firstName: first_name ?? null,
      lastName: last_name ?? null,
      expires: exp,
      assertionId: jti ?? null,
      fingerprint: fingerprintOf(assertion, protectedHeader.alg),
    },
  };
}

const P256_BYTES = 32;

/**
 * Base64url leaves some bits of the last character to the writer, and of an ECDSA signature everybody can make a second
 * one with the same first half: neither may make one assertion into two.
 */
function fingerprintOf(assertion: string, algorithm: string): string {
  const end = assertion.lastIndexOf(".");
  const signature = base64url.decode(assertion.slice(end + 1));
  const own = algorithm === "ES256" ? signature.subarray(0, P256_BYTES) : signature;
  return `${assertion.slice(0, end)}.${base64url.encode(own)}`;
}

/** Why JOSE refused, for the trail. What is no refusal of its own comes out. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) return `claim_${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code.replace(/^ERR_/, "").toLowerCase();
  // A key that does not go with the algorithm, or is too short for it.
  if (error instanceof TypeError) return "key";
  throw error;
}
