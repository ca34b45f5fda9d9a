import { type AssertionOutcome, type AssertionVerifier, CLOCK_TOLERANCE_SECONDS } from "@cartulary/auth";
import { type Instant, millisecondsOf } from "@cartulary/kernel";
import { base64url, errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";
import { z } from "zod";
import { type KeySource, type Keys, keysOf } from "./key-source.ts";

/** A trusted issuer of assertions. */
export interface IdentityProvider {
  /** Compared character by character. */
  readonly issuer: string;
  /** The audience that the provider uses for this server. */
  readonly audience: string;
  readonly keys: KeySource;
}

/** The claims that are used, with their types: the library checks only that they are present. */
const Claims = z.object({
  sub: z.string(),
  email: z.string(),
  /** Some providers send a text or a number, which proves nothing (auth.md 1.6). */
  email_verified: z.unknown().optional(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  exp: z.number(),
  iat: z.number().nullish(),
  jti: z.string().nullish(),
});

/**
 * Creates a verifier for the assertions of one provider, with JOSE (RFC 7519, RFC 7523 section 3).
 *
 * @example
 * ```ts
 * import { createAssertionVerifier, sharedSecret } from "@cartulary/jwt";
 * import { instantOf } from "@cartulary/kernel";
 *
 * const keys = sharedSecret("a secret of two servers, of at least 32 bytes");
 * const verifier = createAssertionVerifier({ issuer: "https://id.estate.example", audience: "cartulary", keys });
 * console.log(await verifier.verify("no.such.token", instantOf(Date.now()))); // says why it is refused
 * ```
 */
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
        return outcomeOf(assertion, await verifySignature(assertion, keys, options), { issuer, audience, now });
      } catch (error) {
        return { refused: reasonOf(error) };
      }
    },
  };
}

/** Verifies the signature. Without `kid`, several keys of a set may match; tries each of them. */
async function verifySignature(assertion: string, { find }: Keys, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
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

/** Values of `typ` for a plain JWT. `at+jwt`, `logout+jwt` etc. have other purposes (RFC 8725 section 3.11). */
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
  // Another audience of the same assertion could replay it here.
  if (Array.isArray(payload.aud) && payload.aud.some((each) => each !== audience)) return { refused: "claim_aud" };
  const { sub, email, email_verified, first_name, last_name, exp, iat, jti } = claims.data;
  if ((iat ?? 0) > millisecondsOf(now) / 1000 + CLOCK_TOLERANCE_SECONDS) return { refused: "claim_iat" };
  return {
    person: {
      issuer,
      subject: sub,
      emailAddress: email,
      emailVerified: typeof email_verified === "boolean" ? email_verified : null,
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
 * Returns an identity of the assertion that ignores malleable bits: unused bits of the last base64url character, and
 * the second half of an ECDSA signature, from which anyone can make a second valid one.
 */
function fingerprintOf(assertion: string, algorithm: string): string {
  const end = assertion.lastIndexOf(".");
  const signature = base64url.decode(assertion.slice(end + 1));
  const own = algorithm === "ES256" ? signature.subarray(0, P256_BYTES) : signature;
  return `${assertion.slice(0, end)}.${base64url.encode(own)}`;
}

/** Returns the reason of a rejection by JOSE, for the audit trail. Rethrows other errors. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) return `claim_${error.claim}`;
  if (error instanceof errors.JOSEError) return error.code.replace(/^ERR_/, "").toLowerCase();
  // A key that does not match the algorithm, or is too short for it.
  if (error instanceof TypeError) return "key";
  throw error;
}
