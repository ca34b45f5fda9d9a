import { type Caller, type Clock, type Digests, DomainError, effectiveScopes } from "@cartulary/kernel";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { Bearer, Bearers } from "../ports.ts";
import { UNKNOWN_VISITOR, type Visitor } from "../visitor.ts";
import { purposeOf } from "./token.ts";
import type { TokenUses } from "./token-uses.ts";

/** Why a bearer token opens nothing. */
export type BearerRefusal = "invalid" | "expired" | "revoked";

/** What is said of it, in the body and in `error_description` of WWW-Authenticate (auth.md 1.0). */
export const BEARER_REFUSALS: Readonly<Record<BearerRefusal, string>> = {
  invalid: "The access token is invalid",
  expired: "The access token expired",
  revoked: "The access token was revoked",
};

/** Finds out who is asking. */
export interface Authentication {
  /**
   * The caller that a bearer token speaks for, with the role and the groups of this moment.
   * Throws {@link bearerRefused}, and 429 `rate_limited` in its place for a token that we never issued after too many of
   * them from one network. One statement for a right token, none for what we cannot have issued as such a token.
   */
  authenticate(token: string, visitor?: Visitor): Promise<Caller>;
}

interface Dependencies {
  readonly bearers: Bearers;
  readonly rateLimiter: RateLimiter;
  readonly digests: Digests;
  readonly clock: Clock;
  /** Told of each personal token that was found sound; nobody writes it down when absent. */
  readonly tokenUses?: Pick<TokenUses, "seen">;
}

/** Authentication by the tokens that were stored; asked at every request, outside any transaction. */
export function createAuthentication({
  bearers,
  rateLimiter,
  digests,
  clock,
  tokenUses,
}: Dependencies): Authentication {
  return {
    async authenticate(token, visitor = UNKNOWN_VISITOR) {
      const purpose = purposeOf(token);
      if (purpose !== "access" && purpose !== "personal") throw bearerRefused("invalid");
      const bearer = await bearers.find(digests.sha256(token));
      if (!bearer) await countWrongSecret(rateLimiter, purpose, visitor);
      if (bearer?.kind !== purpose) throw bearerRefused("invalid");
      const refusal = refusalOf(bearer, clock);
      if (refusal) throw bearerRefused(refusal);
      const { id, userId, role, scopes, groupIds, program } = bearer;
      if (bearer.kind === "personal") tokenUses?.seen(bearer);
      const caller = { userId, role, groupIds, scopes: effectiveScopes(role, scopes), tokenId: id };
      return program === null ? caller : { ...caller, program };
    },
  };
}

/** 401 `unauthorized`; its message is the sentence of {@link BEARER_REFUSALS}. */
export function bearerRefused(refusal: BearerRefusal): DomainError {
  return new DomainError("unauthenticated", "unauthorized", BEARER_REFUSALS[refusal]);
}

/** Disabling a person ends every token at once (auth.md 1.12), also one that was made in that very moment. */
function refusalOf({ revokedAt, active, expiresAt }: Bearer, clock: Clock): BearerRefusal | null {
  if (revokedAt !== null || !active) return "revoked";
  return clock.now() < expiresAt ? null : "expired";
}
