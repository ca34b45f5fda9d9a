import { auditEvent } from "@cartulary/audit";
import { millisecondsOf, type Scope, type Transact, type UserId } from "@cartulary/kernel";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { oauthError } from "./oauth-error.ts";
import type { PasswordCheck } from "./password-check.ts";
import type { AuthStores } from "./ports.ts";
import { roleMayHold, scopesFor, writeScopes } from "./scope.ts";
import { type Minting, mint, TOKEN_SECONDS } from "./tokens.ts";
import type { Visitor } from "./visitor.ts";

/** What POST /oauth/token is asked. An empty text says as much as an absent one (RFC 6749 section 3.1). */
export interface TokenRequest {
  readonly grantType?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The user's e-mail address, in any case. */
  readonly username?: string;
  readonly password?: string;
  /** Space separated. */
  readonly scope?: string;
}

/** The two tokens of a sign-in (auth.md 1.3), answered once and never known again. */
export interface TokenReply {
  readonly accessToken: string;
  readonly tokenType: "Bearer";
  /** Seconds that the access token lives. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  /** Space separated. */
  readonly scope: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly createdAt: number;
}

/** Exchanges what people know for tokens. */
export interface SignIn {
  /**
   * Answers one of the grants; today the password grant (auth.md 1.2), of applications that are trusted and prove who
   * they are. Throws an {@link oauthError}; an unknown person, a wrong password and a disabled person are the same one.
   * After too many of those it is 429 `rate_limited`.
   */
  token(request: TokenRequest, visitor: Visitor): Promise<TokenReply>;
}

interface Dependencies extends Minting {
  readonly transact: Transact<AuthStores>;
  readonly passwordCheck: PasswordCheck;
}

/** Sign-in over a database. */
export function createSignIn(dependencies: Dependencies): SignIn {
  return {
    async token(request, visitor) {
      requirePasswordGrant(said(request.grantType));
      const application = await authenticateClient(dependencies, {
        clientId: said(request.clientId),
        clientSecret: said(request.clientSecret),
      });
      requireTrusted(application);
      const scopes = scopesFor(application, said(request.scope));
      if (!scopes) throw oauthError("invalid_scope", "The scope is unknown, or more than this application may have");
      const username = said(request.username);
      const password = said(request.password);
      if (username === null || password === null) {
        throw oauthError("invalid_request", "The password grant needs username and password");
      }
      return signIn(dependencies, { application, scopes, username, password, visitor });
    },
  };
}

function said(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function requirePasswordGrant(grantType: string | null): void {
  if (grantType === null) throw oauthError("invalid_request", "The grant_type is missing");
  if (grantType !== "password") throw oauthError("unsupported_grant_type", "This grant_type is not served");
}

/** A public client cannot keep a password to itself any better than a secret (auth.md 1.0). */
function requireTrusted({ trusted, confidential }: Application): void {
  if (trusted && confidential) return;
  throw oauthError("unauthorized_client", "This application may not use the password grant");
}

interface PasswordSignIn {
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly username: string;
  readonly password: string;
  readonly visitor: Visitor;
}

async function signIn(
  { passwordCheck, ...minting }: Dependencies,
  { application, scopes, username, password, visitor }: PasswordSignIn,
): Promise<TokenReply> {
  const attempt = { emailAddress: username, password, visitor, via: "password_grant" } as const;
  const passed = await passwordCheck.passing(attempt, async (stores, user) => {
    if (!roleMayHold(user.role, scopes)) {
      throw oauthError("invalid_scope", "The scope admin is for administrators");
    }
    const opened = { action: "session.opened", resourceType: "user", resourceId: user.id };
    const detail = { via: attempt.via, client_id: application.clientId };
    await stores.audit.record(
      auditEvent(minting, { userId: user.id, requestId: visitor.requestId }, { ...opened, detail }),
    );
    return issue(stores, minting, { userId: user.id, application, scopes });
  });
  if (!passed) throw oauthError("invalid_grant", "Unknown user, wrong password, or an account that is disabled");
  return passed.result;
}

interface Issued extends Pick<PasswordSignIn, "application" | "scopes"> {
  readonly userId: UserId;
}

async function issue(
  { tokens }: AuthStores,
  minting: Minting,
  { userId, application, scopes }: Issued,
): Promise<TokenReply> {
  const familyId = minting.newId<"TokenFamily">();
  const holder = { userId, applicationId: application.id, familyId, scopes, name: null };
  const access = mint(minting, "access", holder);
  const refresh = mint(minting, "refresh", holder);
  await tokens.insert([access.record, refresh.record]);
  return {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: TOKEN_SECONDS.access,
    refreshToken: refresh.text,
    scope: writeScopes(scopes),
    createdAt: Math.floor(millisecondsOf(access.record.createdAt) / 1000),
  };
}
