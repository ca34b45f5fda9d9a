import { type Caller, type Clock, type Digests, DomainError, effectiveScopes } from "@cartulary/kernel";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { Bearer, BearerFinder } from "../ports.ts";
import { type RequestSource, UNKNOWN_REQUEST_SOURCE } from "../request-source.ts";
import { purposeOf } from "./token-format.ts";
import type { TokenUseRecorder } from "./token-uses.ts";

/** Reasons to reject a bearer token. */
export type BearerRefusal = "invalid" | "expired" | "revoked";

/** Texts of the body and of `error_description` in WWW-Authenticate (auth.md 1.0). */
export const BEARER_REFUSALS: Readonly<Record<BearerRefusal, string>> = {
  invalid: "The access token is invalid",
  expired: "The access token expired",
  revoked: "The access token was revoked",
};

/** Authenticates bearer tokens. */
export interface Authentication {
  /**
   * Returns the caller of a token, with current role and groups. Throws {@link bearerRefused}; 429 `rate_limited` for
   * unknown tokens, after too many from one network. Runs one statement for a valid token, none for a malformed one.
   */
  authenticate(token: string, requestSource?: RequestSource): Promise<Caller>;
}

interface Dependencies {
  readonly bearers: BearerFinder;
  readonly rateLimiter: RateLimiter;
  readonly digests: Digests;
  readonly clock: Clock;
  /** Receives each use of a valid personal token; absent: uses are not recorded. */
  readonly tokenUses?: Pick<TokenUseRecorder, "seen">;
}

/** Creates the authentication service. Uses no transaction, because every request calls it. */
export function createAuthentication({
  bearers,
  rateLimiter,
  digests,
  clock,
  tokenUses,
}: Dependencies): Authentication {
  return {
    async authenticate(token, requestSource = UNKNOWN_REQUEST_SOURCE) {
      const purpose = purposeOf(token);
      if (purpose !== "access" && purpose !== "personal") throw bearerRefused("invalid");
      const bearer = await bearers.find(digests.sha256(token));
      if (!bearer) await countWrongSecret(rateLimiter, purpose, requestSource);
      if (bearer?.kind !== purpose) throw bearerRefused("invalid");
      const refusal = refusalOf(bearer, clock);
      if (refusal) throw bearerRefused(refusal);
      const { id, userId, role, scopes, groupIds, program } = bearer;
      if (bearer.kind === "personal") tokenUses?.seen(bearer);
      const caller = { userId, role, groupIds, scopes: effectiveScopes(role, scopes), tokenId: id };
      return program === null ? caller : { ...caller, clientName: program };
    },
  };
}

/** 401 `unauthorized` with a text of {@link BEARER_REFUSALS}. */
export function bearerRefused(refusal: BearerRefusal): DomainError {
  return new DomainError("unauthenticated", "unauthorized", BEARER_REFUSALS[refusal]);
}

/** Disabling a user immediately invalidates all tokens (auth.md 1.12), also those created concurrently. */
function refusalOf({ revokedAt, active, expiresAt }: Bearer, clock: Clock): BearerRefusal | null {
  if (revokedAt !== null || !active) return "revoked";
  return clock.now() < expiresAt ? null : "expired";
}
