import type { Revocation, SignIn } from "@cartulary/auth";
import { OAUTH_BASE, tokenOperations } from "@cartulary/wire";
import { Hono } from "hono";
import type { ExchangeDependencies } from "./exchange/exchange.ts";
import { mountOAuth } from "./exchange/oauth-endpoint.ts";

/** What the OAuth endpoints need. */
export interface AuthApiDependencies extends ExchangeDependencies {
  readonly signIn: SignIn;
  readonly revocation: Revocation;
}

/** The OAuth endpoints for programs, to be mounted at {@link OAUTH_BASE} or anywhere else. */
export function authApi(dependencies: AuthApiDependencies): Hono {
  const { signIn, revocation } = dependencies;
  const { createToken, revokeToken } = tokenOperations;
  const app = new Hono();
  mountOAuth(app, OAUTH_BASE, createToken, dependencies, (request, visitor) => signIn.token(request, visitor));
  mountOAuth(app, OAUTH_BASE, revokeToken, dependencies, async (request, visitor) => {
    await revocation.revoke(request, visitor);
    return { message: "Token revoked" } as const;
  });
  return app;
}
