import {
  type DomainError,
  type Instant,
  type ReplyCipher,
  type Role,
  roleAllows,
  type Scope,
  scopesGrant,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { commitThenThrow } from "../commit-then-throw.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordFailure } from "../limits/record-failure.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { AuthStores, TokenRecord } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import { FAMILY_SECONDS, type TokenIssuer } from "../tokens/issue-token.ts";
import { parseScopes } from "../tokens/scope.ts";
import { purposeOf } from "../tokens/token-format.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { rememberReply, replyAgain, type SealingUnder } from "./refresh-grace.ts";
import { issuePair, type TokenFamily, type TokenResponse } from "./token-pair.ts";

/** A refresh request; absent parameters are `null`. */
export interface Refresh {
  readonly requestSource: RequestSource;
  readonly application: Application;
  readonly refreshToken: string | null;
  /** Space separated; `null` for all scopes of the family. */
  readonly scope: string | null;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  readonly sealingUnder: SealingUnder;
}

/**
 * The grant `refresh_token` (auth.md 1.4): each use issues a new refresh token. A second use indicates a copied token
 * and ends the whole family, except that clients get the same response again for a short time, after a lost response or
 * from two tabs. Throws 429 after too many unknown tokens from one network.
 */
export async function refreshTokens(dependencies: Dependencies, refresh: Refresh): Promise<TokenResponse> {
  const { transact, rateLimiter, digests, sealingUnder } = dependencies;
  const { refreshToken, requestSource } = refresh;
  if (refreshToken === null) throw oauthError("invalid_request", "The refresh_token grant needs refresh_token");
  if (purposeOf(refreshToken) !== "refresh") throw invalidRefreshToken();
  const hash = digests.sha256(refreshToken);
  const found = await transact.single(({ tokens }) => tokens.find(hash));
  if (!found) await countWrongSecret(rateLimiter, "refresh", requestSource);
  const sealing = sealingUnder(refreshToken);
  return commitThenThrow(transact, (stores) => rotate(stores, dependencies, { ...refresh, found, sealing }));
}

interface Rotation extends Refresh {
  /** As read before the transaction; `consume` checks again whether it was used. */
  readonly found: TokenRecord | null;
  readonly sealing: ReplyCipher;
}

/** The recorded reason for rejecting a refresh token. */
type Reason = "unknown" | "other_application" | "disabled" | "reused" | "ended" | "other_scope";

async function rotate(
  stores: AuthStores,
  issuing: TokenIssuer,
  rotation: Rotation,
): Promise<TokenResponse | DomainError> {
  const { found, application, scope, sealing } = rotation;
  const refuse = async (reason: Reason) => {
    await recordProblem(stores, issuing, rotation, reason);
    return invalidRefreshToken();
  };
  if (found?.kind !== "refresh" || found.familyId === null) return refuse("unknown");
  if (found.applicationId !== application.id) return refuse("other_application");
  // Locks the user first, as all code that creates or ends tokens of a user, so that revocation misses none.
  const user = await stores.users.lock(found.userId);
  const current = await stores.applications.lockShared(application.id);
  if (!user?.active || !current) return refuse("disabled");

  const now = issuing.clock.now();
  const accessScopes = scope === null ? found.scopes : narrowScopes(found.scopes, scope, user.role);
  if (!accessScopes && isLive(found, now)) {
    return oauthError("invalid_scope", "The scope is unknown, or more than this refresh token has now");
  }
  if (!accessScopes || !(await stores.tokens.consume(found.id, now))) {
    const used = await stores.tokens.find(found.hash);
    if (!used || used.usedAt === null) return refuse("ended");
    const repeated = await replyAgain(
      stores,
      { digests: issuing.digests, sealing },
      { used, scopes: accessScopes, now },
    );
    if (repeated === "reused") await stores.tokens.revoke({ familyId: found.familyId }, now);
    return typeof repeated === "string" ? refuse(repeated) : repeated;
  }
  const family = familyOf(found, found.familyId);
  const reply = await issuePair(stores, issuing, { user, application, scopes: found.scopes, accessScopes, ...family });
  await rememberReply(stores, sealing, { id: found.id, at: now }, { scopes: accessScopes, reply });
  return reply;
}

/** Returns the requested scopes if the family has them and the user's role allows them. */
function narrowScopes(scopes: readonly Scope[], requested: string, role: Role): readonly Scope[] | null {
  const parsed = parseScopes(requested);
  if (!parsed?.every((scope) => scopesGrant(scopes, scope)) || !roleAllows(role, parsed)) return null;
  return parsed.length > 0 ? parsed : scopes;
}

function isLive({ usedAt, revokedAt, expiresAt }: TokenRecord, now: Instant): boolean {
  return usedAt === null && revokedAt === null && now < expiresAt;
}

/** Families created before `familyEndsAt` existed have one token only; its creation time counts. */
function familyOf({ familyEndsAt, createdAt }: TokenRecord, familyId: TokenFamily["familyId"]): TokenFamily {
  return { familyId, familyEndsAt: familyEndsAt ?? secondsAfter(createdAt, FAMILY_SECONDS) };
}

async function recordProblem(
  stores: AuthStores,
  issuing: TokenIssuer,
  { found, application, requestSource }: Rotation,
  reason: Reason,
): Promise<void> {
  const actor = { userId: found?.userId ?? null, ...(found && { tokenId: found.id }), ...requestSource };
  await recordFailure(stores, issuing, actor, {
    action: reason === "reused" ? "refresh_token.reused" : "refresh_token.refused",
    resourceType: "oauth_application",
    resourceId: application.id,
    detail: { reason },
  });
}

function invalidRefreshToken(): DomainError {
  return oauthError("invalid_grant", "The refresh token is unknown, used, expired, revoked, or another client's");
}
