import { z } from "zod";
import { flag, listOf, text } from "../fields.ts";
import { operations } from "../operation.ts";
import { record } from "../record.ts";

/** Metadata for standard OAuth clients (RFC 8414 section 2). URLs are absolute. */
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
  /** Responses of the authorization endpoint have an issuer (RFC 9207). */
  authorizationResponseIssParameterSupported: flag(),
  serviceDocumentation: text(),
});

export const authorizationServerOperations = operations({
  getAuthorizationServer: {
    method: "get",
    path: "/.well-known/oauth-authorization-server",
    tag: "oauth",
    summary: "Get the authorization server metadata (RFC 8414)",
    scope: "none",
    replies: { 200: AuthorizationServer },
  },
});
