import type { Transact } from "@cartulary/kernel";
import type { PasswordCheck } from "../accounts/password-check.ts";
import { emptyToNull } from "../empty-to-null.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { AuthStores } from "../ports.ts";
import type { RequestSource } from "../request-source.ts";
import type { TokenIssuer } from "../tokens/issue-token.ts";
import type { Application } from "./application.ts";
import { authenticateClient } from "./client.ts";
import { exchangeCode } from "./code-grant.ts";
import { oauthError } from "./oauth-error.ts";
import { exchangePassword } from "./password-grant.ts";
import type { SealingUnder } from "./refresh-grace.ts";
import { refreshTokens } from "./refresh-grant.ts";
import type { TokenResponse } from "./token-pair.ts";

/** The request of POST /oauth/token. Empty and absent parameters are equivalent (RFC 6749 section 3.1). */
export interface TokenRequest {
  readonly grantType?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly code?: string;
  /** Must equal the one of the authorization request. */
  readonly redirectUri?: string;
  /** The PKCE verifier (RFC 7636). */
  readonly codeVerifier?: string;
  readonly refreshToken?: string;
  /** The user's e-mail address; case does not matter. */
  readonly username?: string;
  readonly password?: string;
  /** Space separated. */
  readonly scope?: string;
}

/** The token endpoint of OAuth. */
export interface TokenEndpoint {
  /**
   * Exchanges a code (auth.md 1.1), a password (1.2) or a refresh token (1.4) for an authenticated application. Throws
   * an {@link oauthError}; 429 `rate_limited` after too many wrong passwords or secrets.
   */
  token(request: TokenRequest, requestSource: RequestSource): Promise<TokenResponse>;
}

interface Dependencies extends TokenIssuer {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  readonly passwordCheck: PasswordCheck;
  readonly sealingUnder: SealingUnder;
}

export function createTokenEndpoint(dependencies: Dependencies): TokenEndpoint {
  return {
    async token(request, requestSource) {
      const grant = grantOf(emptyToNull(request.grantType));
      const credentials = {
        clientId: emptyToNull(request.clientId),
        clientSecret: emptyToNull(request.clientSecret),
      };
      const application = await authenticateClient(dependencies, credentials, requestSource);
      return grant(dependencies, { application, request, requestSource });
    },
  };
}

/** A request of an authenticated application. */
interface AuthenticatedRequest {
  readonly application: Application;
  readonly request: TokenRequest;
  readonly requestSource: RequestSource;
}

type Grant = (dependencies: Dependencies, request: AuthenticatedRequest) => Promise<TokenResponse>;

const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  [
    "authorization_code",
    (dependencies, { request, ...client }) =>
      exchangeCode(dependencies, {
        ...client,
        code: emptyToNull(request.code),
        redirectUri: emptyToNull(request.redirectUri),
        codeVerifier: emptyToNull(request.codeVerifier),
      }),
  ],
  [
    "password",
    (dependencies, { request, ...client }) =>
      exchangePassword(dependencies, {
        ...client,
        username: emptyToNull(request.username),
        password: emptyToNull(request.password),
        scope: emptyToNull(request.scope),
      }),
  ],
  [
    "refresh_token",
    (dependencies, { request, ...client }) =>
      refreshTokens(dependencies, {
        ...client,
        refreshToken: emptyToNull(request.refreshToken),
        scope: emptyToNull(request.scope),
      }),
  ],
]);

function grantOf(grantType: string | null): Grant {
  if (grantType === null) throw oauthError("invalid_request", "The grant_type is missing");
  const grant = GRANTS.get(grantType);
  if (!grant) throw oauthError("unsupported_grant_type", "This grant_type is not served");
  return grant;
}
