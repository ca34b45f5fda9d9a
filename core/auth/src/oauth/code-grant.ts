import { auditEvent } from "@cartulary/audit";
import type { DomainError, Transact } from "@cartulary/kernel";
import { decide } from "../decide.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordRefusal } from "../limits/refusals.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { AuthStores } from "../ports.ts";
import { purposeOf } from "../tokens/token.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { type AuthorizationCode, type CodeProblem, codeProblem } from "./authorization-code.ts";
import { oauthError } from "./oauth-error.ts";
import { issuePair, newFamily, type TokenReply } from "./token-pair.ts";

/** A code that an application wants to exchange, with what goes with it; `null` where it sent nothing. */
export interface CodeExchange {
  readonly visitor: Visitor;
  readonly application: Application;
  readonly code: string | null;
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
}

/**
 * The grant `authorization_code` (auth.md 1.1). A second exchange of one code ends every token that the first one
 * brought, and every token that these were refreshed to.
 */
export async function exchangeCode(dependencies: Dependencies, request: CodeExchange): Promise<TokenReply> {
  const { code, redirectUri } = request;
  if (code === null || redirectUri === null) {
    throw oauthError("invalid_request", "The authorization_code grant needs code and redirect_uri");
  }
  if (purposeOf(code) !== "authorizationCode") throw invalidCode();
  const { transact, rateLimiter, digests } = dependencies;
  const hash = digests.sha256(code);
  const found = await transact.single(({ authorizationCodes }) => authorizationCodes.find(hash));
  if (!found) await countWrongSecret(rateLimiter, "authorizationCode", request.visitor);
  return decide(transact, (stores) => exchange(stores, dependencies, { ...request, found, redirectUri }));
}

interface Exchange extends CodeExchange {
  /** As it was a moment ago; whether it was used is known when it is spent. */
  readonly found: AuthorizationCode | null;
  readonly redirectUri: string;
}

/** Why a code was refused, for the trail. */
type Reason = CodeProblem | "unknown" | "expired" | "disabled" | "reused";

async function exchange(
  stores: AuthStores,
  issuing: TokenIssuing,
  { found, ...request }: Exchange,
): Promise<TokenReply | DomainError> {
  const { application } = request;
  const refuse = async (reason: Reason) => {
    await recordProblem(stores, issuing, { ...request, found }, reason);
    return reason === "verifier_missing" ? verifierMissing() : invalidCode();
  };
  if (!found) return refuse("unknown");
  const problem = codeProblem(found, request, issuing.digests);
  if (problem) return refuse(problem);

  const now = issuing.clock.now();
  if (found.usedAt === null && now >= found.expiresAt) return refuse("expired");
  // Whatever makes or ends tokens of a user locks the user first, so that nothing is made behind the back of an ending.
  const user = await stores.users.lock(found.userId);
  const current = await stores.applications.lockShared(application.id);
  if (!user?.active || !current) return refuse("disabled");
  if (!(await stores.authorizationCodes.spend(found.id, now))) {
    await stores.tokens.revoke({ familyId: found.familyId }, now);
    return refuse("reused");
  }
  await stores.audit.record(openedEvent(issuing, { ...request, found }));
  const family = newFamily(issuing, found.familyId);
  return issuePair(stores, issuing, { user, application, scopes: found.scopes, ...family });
}

function openedEvent(issuing: TokenIssuing, { found, application, visitor }: Exchange) {
  const userId = found?.userId ?? null;
  const actor = { userId, ...visitor };
  return auditEvent(issuing, actor, {
    action: "session.opened",
    resourceType: "user",
    resourceId: userId,
    detail: { via: "authorization_code", client_id: application.clientId },
  });
}

async function recordProblem(
  stores: AuthStores,
  issuing: TokenIssuing,
  { found, application, visitor }: Exchange,
  reason: Reason,
): Promise<void> {
  const actor = { userId: found?.userId ?? null, ...visitor };
  await recordRefusal(stores, issuing, actor, {
    action: reason === "reused" ? "authorization_code.reused" : "authorization_code.refused",
    resourceType: "oauth_application",
    resourceId: application.id,
    detail: { reason },
  });
}

function invalidCode(): DomainError {
  return oauthError("invalid_grant", "The code is unknown, expired, used, or not for this client and redirect_uri");
}

function verifierMissing(): DomainError {
  return oauthError("invalid_request", "This code needs its code_verifier");
}
