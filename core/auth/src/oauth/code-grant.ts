import { auditEvent } from "@cartulary/audit";
import type { DomainError, Transact } from "@cartulary/kernel";
import { commitThenThrow } from "../commit-then-throw.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { recordFailure } from "../limits/record-failure.ts";
import { countWrongSecret } from "../limits/wrong-secrets.ts";
import type { AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import { purposeOf } from "../tokens/token-format.ts";
import type { Application } from "./application.ts";
import { type AuthorizationCode, type CodeProblem, codeProblem } from "./authorization-code.ts";
import { oauthError } from "./oauth-error.ts";
import { issuePair, newFamily, type TokenResponse } from "./token-pair.ts";

/** A code exchange request; absent parameters are `null`. */
export interface CodeExchange {
  readonly requestSource: RequestSource;
  readonly application: Application;
  readonly code: string | null;
  readonly redirectUri: string | null;
  readonly codeVerifier: string | null;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
}

/** The grant `authorization_code` (auth.md 1.1). A second exchange of a code ends all tokens of its family. */
export async function exchangeCode(dependencies: Dependencies, request: CodeExchange): Promise<TokenResponse> {
  const { code, redirectUri } = request;
  if (code === null || redirectUri === null) {
    throw oauthError("invalid_request", "The authorization_code grant needs code and redirect_uri");
  }
  if (purposeOf(code) !== "authorizationCode") throw invalidCode();
  const { transact, rateLimiter, digests } = dependencies;
  const hash = digests.sha256(code);
  const found = await transact.single(({ authorizationCodes }) => authorizationCodes.find(hash));
  if (!found) await countWrongSecret(rateLimiter, "authorizationCode", request.requestSource);
  return commitThenThrow(transact, (stores) => exchange(stores, dependencies, { ...request, found, redirectUri }));
}

interface Exchange extends CodeExchange {
  /** As read before the transaction; `consume` checks again whether it was used. */
  readonly found: AuthorizationCode | null;
  readonly redirectUri: string;
}

/** The recorded reason for rejecting a code. */
type Reason = CodeProblem | "unknown" | "expired" | "disabled" | "reused";

async function exchange(
  stores: AuthStores,
  issuing: TokenIssuer,
  { found, ...request }: Exchange,
): Promise<TokenResponse | DomainError> {
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
  // Locks the user first, as all code that creates or ends tokens of a user, so that revocation misses none.
  const user = await stores.users.lock(found.userId);
  const current = await stores.applications.lockShared(application.id);
  if (!user?.active || !current) return refuse("disabled");
  if (!(await stores.authorizationCodes.consume(found.id, now))) {
    await stores.tokens.revoke({ familyId: found.familyId }, now);
    return refuse("reused");
  }
  await stores.audit.record(openedEvent(issuing, { ...request, found }));
  const family = newFamily(issuing, found.familyId);
  return issuePair(stores, issuing, { user, application, scopes: found.scopes, ...family });
}

function openedEvent(issuing: TokenIssuer, { found, application, requestSource }: Exchange) {
  const userId = found?.userId ?? null;
  const actor = { userId, ...requestSource };
  return auditEvent(issuing, actor, {
    action: "session.opened",
    resourceType: "user",
    resourceId: userId,
    detail: { via: "authorization_code", client_id: application.clientId },
  });
}

async function recordProblem(
  stores: AuthStores,
  issuing: TokenIssuer,
  { found, application, requestSource }: Exchange,
  reason: Reason,
): Promise<void> {
  const actor = { userId: found?.userId ?? null, ...requestSource };
  await recordFailure(stores, issuing, actor, {
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
