import type { Revocation, TokenEndpoint } from "@cartulary/auth";
import { OAUTH_BASE, tokenOperations } from "@cartulary/wire";
import { Hono } from "hono";
import { mountOAuth } from "./requests/oauth-endpoint.ts";
import type { RequestDependencies } from "./requests/respond.ts";

export interface AuthApiDependencies extends RequestDependencies {
  readonly signIn: TokenEndpoint;
  readonly revocation: Revocation;
}

/** The OAuth endpoints for programs, for any mount path such as {@link OAUTH_BASE}. */
export function authApi(dependencies: AuthApiDependencies): Hono {
  const { signIn, revocation } = dependencies;
  const { createToken, revokeToken } = tokenOperations;
  const app = new Hono();
  mountOAuth(app, OAUTH_BASE, createToken, dependencies, (request, requestSource) =>
    signIn.token(request, requestSource),
  );
  mountOAuth(app, OAUTH_BASE, revokeToken, dependencies, async (request, requestSource) => {
    await revocation.revoke(request, requestSource);
    return { message: "Token revoked" } as const;
  });
  return app;
}
