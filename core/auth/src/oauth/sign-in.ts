import type { Transact } from "@cartulary/kernel";
import type { PasswordCheck } from "../accounts/password-check.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { AuthStores } from "../ports.ts";
import type { TokenIssuing } from "../tokens/tokens.ts";
import { trimmedOrNull } from "../trimmed.ts";
import type { Visitor } from "../visitor.ts";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { exchangeCode } from "./code-grant.ts";
import { oauthError } from "./oauth-error.ts";
import { exchangePassword } from "./password-grant.ts";
import type { SealingUnder } from "./refresh-grace.ts";
import { refreshTokens } from "./refresh-grant.ts";
import type { TokenReply } from "./token-pair.ts";

/** What POST /oauth/token is asked. An empty text says as much as an absent one (RFC 6749 section 3.1). */
export interface TokenRequest {
  readonly grantType?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly code?: string;
  /** As it was when the code was asked for. */
  readonly redirectUri?: string;
  /** What the code's challenge was made from (RFC 7636). */
  readonly codeVerifier?: string;
  readonly refreshToken?: string;
  /** The user's e-mail address, in any case. */
  readonly username?: string;
  readonly password?: string;
  /** Space separated. */
  readonly scope?: string;
}

/** Exchanges what people agreed to, or what they know, for tokens. */
export interface SignIn {
  /**
   * Answers one of the grants: a code (auth.md 1.1), a password (1.2) or a refresh token (1.4), of an application that
   * proves who it is. Throws an {@link oauthError}, or 429 `rate_limited` after too many wrong passwords or secrets.
   */
  token(request: TokenRequest, visitor: Visitor): Promise<TokenReply>;
}

interface Dependencies extends TokenIssuing {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  readonly passwordCheck: PasswordCheck;
  readonly sealingUnder: SealingUnder;
}

/** Sign-in over a database. */
export function createSignIn(dependencies: Dependencies): SignIn {
  return {
    async token(request, visitor) {
      const grant = grantOf(trimmedOrNull(request.grantType));
      const credentials = {
        clientId: trimmedOrNull(request.clientId),
        clientSecret: trimmedOrNull(request.clientSecret),
      };
      const application = await authenticateClient(dependencies, credentials, visitor);
      return grant(dependencies, { application, request, visitor });
    },
  };
}

/** A request of an application that proved itself. */
interface Proved {
  readonly application: Application;
  readonly request: TokenRequest;
  readonly visitor: Visitor;
}

type Grant = (dependencies: Dependencies, proved: Proved) => Promise<TokenReply>;

const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  [
    "authorization_code",
    (dependencies, { request, ...client }) =>
      exchangeCode(dependencies, {
        ...client,
        code: trimmedOrNull(request.code),
        redirectUri: trimmedOrNull(request.redirectUri),
        codeVerifier: trimmedOrNull(request.codeVerifier),
      }),
  ],
  [
    "password",
    (dependencies, { request, ...client }) =>
      exchangePassword(dependencies, {
        ...client,
        username: trimmedOrNull(request.username),
        password: trimmedOrNull(request.password),
        scope: trimmedOrNull(request.scope),
      }),
  ],
  [
    "refresh_token",
    (dependencies, { request, ...client }) =>
      refreshTokens(dependencies, {
        ...client,
        refreshToken: trimmedOrNull(request.refreshToken),
        scope: trimmedOrNull(request.scope),
      }),
  ],
]);

function grantOf(grantType: string | null): Grant {
  if (grantType === null) throw oauthError("invalid_request", "The grant_type is missing");
  const grant = GRANTS.get(grantType);
  if (!grant) throw oauthError("unsupported_grant_type", "This grant_type is not served");
  return grant;
}
