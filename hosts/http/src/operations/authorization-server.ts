import { SCOPES } from "@cartulary/kernel";
import type { authorizationServerOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../requests/handlers.ts";

const CLIENT_METHODS = ["client_secret_basic", "client_secret_post", "none"];

/** The metadata for OAuth clients; `baseUrl` is the base of every URL, without a trailing slash. */
export const authorizationServerHandlers: Handlers<
  typeof authorizationServerOperations,
  { readonly baseUrl: () => string }
> = {
  getAuthorizationServer: async (_request, { baseUrl }) => {
    const issuer = baseUrl();
    return ok({
      issuer,
      authorizationEndpoint: `${issuer}/oauth/authorize`,
      tokenEndpoint: `${issuer}/oauth/token`,
      revocationEndpoint: `${issuer}/oauth/revoke`,
      scopesSupported: [...SCOPES],
      responseTypesSupported: ["code"],
      responseModesSupported: ["query"],
      grantTypesSupported: ["authorization_code", "refresh_token", "password"],
      tokenEndpointAuthMethodsSupported: CLIENT_METHODS,
      revocationEndpointAuthMethodsSupported: CLIENT_METHODS,
      codeChallengeMethodsSupported: ["S256" as const],
      authorizationResponseIssParameterSupported: true,
      serviceDocumentation: `${issuer}/docs`,
    });
  },
};
