import { SCOPES } from "@cartulary/kernel";
import type { authorizationServerOperations } from "@cartulary/wire";
import { type Handlers, ok } from "../exchange/handlers.ts";

const CLIENT_METHODS = ["client_secret_basic", "client_secret_post", "none"];

/** What we say of ourselves to OAuth clients; `publicUrl` is the base of every URL, without a slash at its end. */
export function authorizationServerHandlers(publicUrl: () => string): Handlers<typeof authorizationServerOperations> {
  return {
    getAuthorizationServer: async () => {
      const issuer = publicUrl();
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
}
