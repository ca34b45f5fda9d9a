import { type Actor, auditEvent } from "@cartulary/audit";
import { type DomainError, type Role, roleAllows, secondsAfter, type Transact, type UserId } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { writeScopes } from "../tokens/scope.ts";
import { newToken } from "../tokens/token.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import { AUTHORIZATION_CODE_SECONDS, type AuthorizationCode } from "./authorization-code.ts";
import {
  type AuthorizationRequest,
  clientIdOf,
  judgeAuthorization,
  type Parameters,
  type ReturnAddress,
} from "./authorization-request.ts";
import { type AuthorizationAnswer, returnLocation } from "./authorization-response.ts";
import { findApplication } from "./client.ts";
import { oauthError } from "./oauth-error.ts";
import type { PkcePolicy } from "./pkce.ts";

/** What comes of a request for somebody's agreement: see {@link Authorization.check}. */
export type Checked =
  | { readonly outcome: "shown"; readonly error: DomainError }
  | { readonly outcome: "returned"; readonly location: string }
  | { readonly outcome: "sound"; readonly request: AuthorizationRequest };

/** Who agrees or does not: somebody who is signed in. */
export type Decider = Actor & { readonly userId: UserId };

/** The authorization endpoint (auth.md 1.1), behind whatever page asks the person. */
export interface Authorization {
  /**
   * Judges the parameters of a request. `shown`: tell the person, nobody else may be told; `returned`: send the browser
   * to `location`, which tells the application; `sound`: ask the person. With the role of the person, where it is
   * known, a request for a scope that the role does not bear is returned too.
   */
  check(parameters: Parameters, role: Role | null): Promise<Checked>;

  /** Issues a code. Resolves with where to send the browser: to the code, or to why there is none after all. */
  approve(decider: Decider, request: AuthorizationRequest): Promise<string>;

  /** Resolves with where to send the browser: to `access_denied`. */
  deny(decider: Decider, request: AuthorizationRequest): Promise<string>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly pkce: PkcePolicy;
  /** What we call ourselves (RFC 8414 section 2): the base of our URLs. */
  readonly issuer: () => string;
}

/** Authorization over a database. */
export function createAuthorization({ transact, pkce, issuer, ...issuing }: Dependencies): Authorization {
  const answerTo = (to: ReturnAddress, answer: AuthorizationAnswer) => returnLocation(to, answer, issuer());
  return {
    async check(parameters, role) {
      const application = await findApplication(transact, clientIdOf(parameters));
      const judged = judgeAuthorization(parameters, application, pkce);
      if (judged.outcome === "shown") return judged;
      if (judged.outcome === "returned") {
        return { outcome: "returned", location: answerTo(judged.to, { error: judged.error }) };
      }
      const { request } = judged;
      if (role === null || roleAllows(role, request.scopes)) return judged;
      return { outcome: "returned", location: answerTo(request, { error: notForThisRole() }) };
    },

    async approve(decider, request) {
      return answerTo(request, await transact.write((stores) => grant(stores, issuing, { decider, request })));
    },

    async deny(decider, request) {
      await transact.write(({ audit }) => audit.record(decisionEvent(issuing, { decider, request }, "denied")));
      return answerTo(request, { error: oauthError("access_denied", "The person did not agree") });
    },
  };
}

interface Decision {
  readonly decider: Decider;
  readonly request: AuthorizationRequest;
}

async function grant(
  { users, applications, authorizationCodes, audit }: AuthStores,
  issuing: TokenIssuing,
  { decider, request }: Decision,
): Promise<AuthorizationAnswer> {
  const user = await users.lock(decider.userId);
  const current = await applications.lockShared(request.application.id);
  if (!user?.active || !current)
    return { error: oauthError("access_denied", "The account or the application is gone") };
  if (!roleAllows(user.role, request.scopes)) return { error: notForThisRole() };
  const code = newToken("authorizationCode", issuing.secrets);
  await authorizationCodes.insert(codeRecord(issuing, code, { decider, request }));
  await audit.record(decisionEvent(issuing, { decider, request }, "granted"));
  return { code };
}

function codeRecord({ clock, newId, digests }: TokenIssuing, code: string, { decider, request }: Decision) {
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

function decisionEvent(issuing: TokenIssuing, { decider, request }: Decision, decision: "granted" | "denied") {
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
