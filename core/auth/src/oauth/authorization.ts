import { type Actor, auditEvent } from "@cartulary/audit";
import { type DomainError, type Role, roleAllows, secondsAfter, type Transact, type UserId } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import { writeScopes } from "../tokens/scope.ts";
import { newToken } from "../tokens/token-format.ts";
import { AUTHORIZATION_CODE_SECONDS, type AuthorizationCode } from "./authorization-code.ts";
import {
  type AuthorizationRequest,
  clientIdOf,
  type Parameters,
  type RedirectTarget,
  validateAuthorizationRequest,
} from "./authorization-request.ts";
import { type AuthorizationResponse, redirectLocation } from "./authorization-response.ts";
import { findApplication } from "./client.ts";
import { oauthError } from "./oauth-error.ts";
import type { PkcePolicy } from "./pkce.ts";

/** The result of {@link Authorization.check}. */
export type AuthorizationCheck =
  | { readonly outcome: "shown"; readonly error: DomainError }
  | { readonly outcome: "returned"; readonly location: string }
  | { readonly outcome: "sound"; readonly request: AuthorizationRequest };

/** The signed-in user who decides. */
export type ResourceOwner = Actor & { readonly userId: UserId };

/** The authorization endpoint (auth.md 1.1), behind the consent page. */
export interface Authorization {
  /**
   * Validates a request. `shown`: show the error to the user only; `returned`: redirect to `location`, which has the
   * error; `sound`: show the consent page. With a known role, requests for scopes that the role does not allow are
   * `returned`.
   */
  check(parameters: Parameters, role: Role | null): Promise<AuthorizationCheck>;

  /** Issues a code. Returns the redirect location with the code, or with an error. */
  approve(decider: ResourceOwner, request: AuthorizationRequest): Promise<string>;

  /** Returns the redirect location with `access_denied`. */
  deny(decider: ResourceOwner, request: AuthorizationRequest): Promise<string>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly pkce: PkcePolicy;
  /** Our issuer identifier (RFC 8414 section 2): the base of our URLs. */
  readonly issuer: () => string;
}

export function createAuthorization({ transact, pkce, issuer, ...issuing }: Dependencies): Authorization {
  const answerTo = (to: RedirectTarget, answer: AuthorizationResponse) => redirectLocation(to, answer, issuer());
  return {
    async check(parameters, role) {
      const application = await findApplication(transact, clientIdOf(parameters));
      const result = validateAuthorizationRequest(parameters, application, pkce);
      if (result.outcome === "shown") return result;
      if (result.outcome === "returned") {
        return { outcome: "returned", location: answerTo(result.to, { error: result.error }) };
      }
      const { request } = result;
      if (role === null || roleAllows(role, request.scopes)) return result;
      return { outcome: "returned", location: answerTo(request, { error: notForThisRole() }) };
    },

    async approve(decider, request) {
      return answerTo(request, await transact.write((stores) => grant(stores, issuing, { decider, request })));
    },

    async deny(decider, request) {
      await transact.write(({ audit }) => audit.record(decisionEvent(issuing, { decider, request }, "denied")));
      return answerTo(request, { error: oauthError("access_denied", "The user denied the request") });
    },
  };
}

interface Decision {
  readonly decider: ResourceOwner;
  readonly request: AuthorizationRequest;
}

async function grant(
  { users, applications, authorizationCodes, audit }: AuthStores,
  issuing: TokenIssuer,
  { decider, request }: Decision,
): Promise<AuthorizationResponse> {
  const user = await users.lock(decider.userId);
  const current = await applications.lockShared(request.application.id);
  if (!user?.active || !current)
    return { error: oauthError("access_denied", "The account is disabled, or the application was removed") };
  if (!roleAllows(user.role, request.scopes)) return { error: notForThisRole() };
  const code = newToken("authorizationCode", issuing.secrets);
  await authorizationCodes.insert(codeRecord(issuing, code, { decider, request }));
  await audit.record(decisionEvent(issuing, { decider, request }, "granted"));
  return { code };
}

function codeRecord({ clock, newId, digests }: TokenIssuer, code: string, { decider, request }: Decision) {
  const createdAt = clock.now();
  const record: AuthorizationCode = {
    id: newId<"AuthorizationCode">(),
    hash: digests.sha256(code),
    applicationId: request.application.id,
    userId: decider.userId,
    familyId: newId<"TokenFamily">(),
    redirectUri: request.redirectUri,
    scopes: request.scopes,
    codeChallenge: request.codeChallenge,
    createdAt,
    expiresAt: secondsAfter(createdAt, AUTHORIZATION_CODE_SECONDS),
    usedAt: null,
  };
  return record;
}

function decisionEvent(issuing: TokenIssuer, { decider, request }: Decision, decision: "granted" | "denied") {
  return auditEvent(issuing, decider, {
    action: `authorization.${decision}`,
    resourceType: "oauth_application",
    resourceId: request.application.id,
    detail: { scope: writeScopes(request.scopes) },
  });
}

function notForThisRole(): DomainError {
  return oauthError("invalid_scope", "The scope admin is for administrators");
}
