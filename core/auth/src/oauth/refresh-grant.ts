import {
  type DomainError,
  type Instant,
  type Role,
  roleAllows,
  type Scope,
  type Sealing,
  scopesGrant,
  secondsAfter,
  type Transact,
} from "@cartulary/kernel";
import { decide } from "../decide.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordRefusal } from "../limits/refusals.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { AuthStores, TokenRecord } from "../ports.ts";
import { parseScopes } from "../tokens/scope.ts";
import { purposeOf } from "../tokens/token.ts";
import { FAMILY_SECONDS, type TokenIssuing } from "../tokens/tokens.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { rememberReply, replyAgain, type SealingUnder } from "./refresh-grace.ts";
import { issuePair, type TokenFamily, type TokenReply } from "./token-pair.ts";

/** A refresh token that an application wants to exchange; `null` where it sent nothing. */
export interface Refresh {
  readonly visitor: Visitor;
  readonly application: Application;
  readonly refreshToken: string | null;
  /** Space separated; `null` asks for all that the family has. */
  readonly scope: string | null;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  readonly sealingUnder: SealingUnder;
}

/**
 * The grant `refresh_token` (auth.md 1.4): every use brings a new one. One that comes a second time was copied by
 * somebody, so its whole family ends; but a client that lost the answer, or asks from two tabs, gets the very same one
 * again for a little while. Throws 429 after too many tokens from one network that we never issued.
 */
export async function refreshTokens(dependencies: Dependencies, refresh: Refresh): Promise<TokenReply> {
  const { transact, rateLimiter, digests, sealingUnder } = dependencies;
  const { refreshToken, visitor } = refresh;
  if (refreshToken === null) throw oauthError("invalid_request", "The refresh_token grant needs refresh_token");
  if (purposeOf(refreshToken) !== "refresh") throw invalidRefreshToken();
  const hash = digests.sha256(refreshToken);
  const found = await transact.single(({ tokens }) => tokens.find(hash));
  if (!found) await countWrongSecret(rateLimiter, "refresh", visitor);
  const sealing = sealingUnder(refreshToken);
  return decide(transact, (stores) => rotate(stores, dependencies, { ...refresh, found, sealing }));
}

interface Rotation extends Refresh {
  /** As it was a moment ago; whether it was used is known when it is spent. */
  readonly found: TokenRecord | null;
  readonly sealing: Sealing;
}

/** Why a refresh token was refused, for the trail. */
type Reason = "unknown" | "other_application" | "disabled" | "reused" | "ended" | "other_scope";

async function rotate(
  stores: AuthStores,
  issuing: TokenIssuing,
  rotation: Rotation,
): Promise<TokenReply | DomainError> {
  const { found, application, scope, sealing } = rotation;
  const refuse = async (reason: Reason) => {
    await recordProblem(stores, issuing, rotation, reason);
    return invalidRefreshToken();
  };
  if (found?.kind !== "refresh" || found.familyId === null) return refuse("unknown");
  if (found.applicationId !== application.id) return refuse("other_application");
  // Whatever makes or ends tokens of a user locks the user first, so that nothing is made behind the back of an ending.
  const user = await stores.users.lock(found.userId);
  const current = await stores.applications.lockShared(application.id);
  if (!user?.active || !current) return refuse("disabled");

  const now = issuing.clock.now();
  const accessScopes = scope === null ? found.scopes : narrowed(found.scopes, scope, user.role);
  if (!accessScopes && isLive(found, now)) {
    return oauthError("invalid_scope", "The scope is unknown, or more than this refresh token has now");
  }
  if (!accessScopes || !(await stores.tokens.spend(found.id, now))) {
    const used = await stores.tokens.find(found.hash);
    if (!used || used.usedAt === null) return refuse("ended");
    const again = await replyAgain(stores, { digests: issuing.digests, sealing }, { used, scopes: accessScopes, now });
    if (again === "reused") await stores.tokens.revoke({ familyId: found.familyId }, now);
    return typeof again === "string" ? refuse(again) : again;
  }
  const family = familyOf(found, found.familyId);
  const reply = await issuePair(stores, issuing, { user, application, scopes: found.scopes, accessScopes, ...family });
  await rememberReply(stores, sealing, { id: found.id, at: now }, { scopes: accessScopes, reply });
  return reply;
}

/** The scopes that are asked, when the family has them all and the person may still hold them. */
function narrowed(scopes: readonly Scope[], requested: string, role: Role): readonly Scope[] | null {
  const named = parseScopes(requested);
  if (!named?.every((scope) => scopesGrant(scopes, scope)) || !roleAllows(role, named)) return null;
  return named.length > 0 ? named : scopes;
}

function isLive({ usedAt, revokedAt, expiresAt }: TokenRecord, now: Instant): boolean {
  return usedAt === null && revokedAt === null && now < expiresAt;
}

/** A family that was begun before families ended has had no other token than its first. */
function familyOf({ familyEndsAt, createdAt }: TokenRecord, familyId: TokenFamily["familyId"]): TokenFamily {
  return { familyId, familyEndsAt: familyEndsAt ?? secondsAfter(createdAt, FAMILY_SECONDS) };
}

async function recordProblem(
  stores: AuthStores,
  issuing: TokenIssuing,
  { found, application, visitor }: Rotation,
  reason: Reason,
): Promise<void> {
  const actor = { userId: found?.userId ?? null, ...(found && { tokenId: found.id }), ...visitor };
  await recordRefusal(stores, issuing, actor, {
    action: reason === "reused" ? "refresh_token.reused" : "refresh_token.refused",
    resourceType: "oauth_application",
    resourceId: application.id,
    detail: { reason },
  });
}

function invalidRefreshToken(): DomainError {
  return oauthError("invalid_grant", "The refresh token is unknown, used, expired, revoked, or another client's");
}
