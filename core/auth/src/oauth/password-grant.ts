import { auditEvent } from "@cartulary/audit";
import { roleAllows } from "@cartulary/kernel";
import type { PasswordCheck } from "../accounts/password-check.ts";
import { scopesFor } from "../tokens/scope.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { oauthError } from "./oauth-error.ts";
import { issuePair, newFamily, type TokenReply } from "./token-pair.ts";

/** What an application knows of somebody; `null` where it sent nothing. */
export interface PasswordSignIn {
  readonly visitor: Visitor;
  readonly application: Application;
  /** The user's e-mail address, in any case. */
  readonly username: string | null;
  readonly password: string | null;
  /** Space separated; `null` asks for the application's default. */
  readonly scope: string | null;
}

interface Dependencies extends TokenIssuing {
  readonly passwordCheck: PasswordCheck;
}

/**
 * The grant `password` (auth.md 1.2), for applications that are trusted. An unknown person, a wrong password and a
 * disabled person are one `invalid_grant`; after too many of those it is 429 `rate_limited`.
 */
export async function exchangePassword(
  { passwordCheck, ...issuing }: Dependencies,
  { visitor, application, username, password, scope }: PasswordSignIn,
): Promise<TokenReply> {
  requireTrusted(application);
  const scopes = scopesFor(application, scope);
  if (!scopes) throw oauthError("invalid_scope", "The scope is unknown, or more than this application may have");
  if (username === null || password === null) {
    throw oauthError("invalid_request", "The password grant needs username and password");
  }
  const attempt = { emailAddress: username, password, visitor, via: "password_grant" } as const;
  const passed = await passwordCheck.passing(attempt, async (stores, user) => {
    if (!roleAllows(user.role, scopes)) throw oauthError("invalid_scope", "The scope admin is for administrators");
    if (!(await stores.applications.lockShared(application.id))) {
      throw oauthError("unauthorized_client", "This application was removed");
    }
    const opened = { action: "session.opened", resourceType: "user", resourceId: user.id };
    const detail = { via: attempt.via, client_id: application.clientId };
    await stores.audit.record(auditEvent(issuing, { userId: user.id, ...visitor }, { ...opened, detail }));
    return issuePair(stores, issuing, { user, application, scopes, ...newFamily(issuing) });
  });
  if (!passed) throw oauthError("invalid_grant", "Unknown user, wrong password, or an account that is disabled");
  return passed.result;
}

/** A public client cannot keep a password to itself any better than a secret (auth.md 1.0). */
function requireTrusted({ trusted, confidential }: Application): void {
  if (trusted && confidential) return;
  throw oauthError("unauthorized_client", "This application may not use the password grant");
}
