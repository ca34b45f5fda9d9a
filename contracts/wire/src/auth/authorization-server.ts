import { z } from "zod";
import { flag, listOf, text } from "../fields.ts";
import { operations } from "../operation.ts";
import { record } from "../record.ts";

/** What a stock OAuth client must know of us (RFC 8414 section 2). URLs are absolute. */
export const AuthorizationServer = record("AuthorizationServer", {
  issuer: text(),
  authorizationEndpoint: text(),
  tokenEndpoint: text(),
  revocationEndpoint: text(),
  scopesSupported: listOf(text()),
  responseTypesSupported: listOf(text()),
  responseModesSupported: listOf(text()),
  grantTypesSupported: listOf(text()),
  tokenEndpointAuthMethodsSupported: listOf(text()),
  revocationEndpointAuthMethodsSupported: listOf(text()),
  codeChallengeMethodsSupported: listOf(z.literal("S256")),
  /** RFC 9207: answers of the authorization endpoint say who gives them. */
  authorizationResponseIssParameterSupported: flag(),
  serviceDocumentation: text(),
});

/** How a client finds the rest. */
export const authorizationServerOperations = operations({
  getAuthorizationServer: {
    method: "get",
    path: "/.well-known/oauth-authorization-server",
    tag: "oauth",
    summary: "Where and how tokens are got (RFC 8414)",
    scope: "none",
    replies: { 200: AuthorizationServer },
  },
});
