import { auditEvent } from "@cartulary/audit";
import { roleAllows } from "@cartulary/kernel";
import type { PasswordCheck } from "../accounts/password-check.ts";
import type { RequestSource } from "../request-source.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import { scopesFor } from "../tokens/scope.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { issuePair, newFamily, type TokenResponse } from "./token-pair.ts";

/** A password grant request; absent parameters are `null`. */
export interface PasswordSignIn {
  readonly requestSource: RequestSource;
  readonly application: Application;
  /** Case does not matter. */
  readonly username: string | null;
  readonly password: string | null;
  /** Space separated; `null` for the application's default. */
  readonly scope: string | null;
}

interface Dependencies extends TokenIssuer {
  readonly passwordCheck: PasswordCheck;
}

/**
 * The grant `password` (auth.md 1.2), for trusted applications. Unknown user, wrong password and disabled user are one
 * `invalid_grant`; too many of them are 429 `rate_limited`.
 */
export async function exchangePassword(
  { passwordCheck, ...issuing }: Dependencies,
  { requestSource, application, username, password, scope }: PasswordSignIn,
): Promise<TokenResponse> {
  requireTrusted(application);
  const scopes = scopesFor(application, scope);
  if (!scopes) throw oauthError("invalid_scope", "The scope is unknown, or more than this application may have");
  if (username === null || password === null) {
    throw oauthError("invalid_request", "The password grant needs username and password");
  }
  const attempt = { emailAddress: username, password, requestSource, via: "password_grant" } as const;
  const passed = await passwordCheck.verify(attempt, async (stores, user) => {
    if (!roleAllows(user.role, scopes)) throw oauthError("invalid_scope", "The scope admin is for administrators");
    if (!(await stores.applications.lockShared(application.id))) {
      throw oauthError("unauthorized_client", "This application was removed");
    }
    const opened = { action: "session.opened", resourceType: "user", resourceId: user.id };
    const detail = { via: attempt.via, client_id: application.clientId };
    await stores.audit.record(auditEvent(issuing, { userId: user.id, ...requestSource }, { ...opened, detail }));
    return issuePair(stores, issuing, { user, application, scopes, ...newFamily(issuing) });
  });
  if (!passed) throw oauthError("invalid_grant", "Unknown user, wrong password or disabled account");
  return passed.result;
}

/** Public clients can protect passwords no better than secrets (auth.md 1.0). */
function requireTrusted({ trusted, confidential }: Application): void {
  if (trusted && confidential) return;
  throw oauthError("unauthorized_client", "This application may not use the password grant");
}
