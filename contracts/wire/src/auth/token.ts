import { z } from "zod";
import { integer, text } from "../fields.ts";
import { OAUTH_BASE, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** A token request. The required fields depend on the grant type (RFC 6749 section 4). */
export const TokenRequest = record("TokenRequest", {
  grantType: requiredByOperation(text().exactOptional()),
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
  code: text().exactOptional(),
  /** The redirect URI of the authorization request. */
  redirectUri: text().exactOptional(),
  /** The source of the code challenge (RFC 7636). */
  codeVerifier: text().exactOptional(),
  refreshToken: text().exactOptional(),
  /** The user's e-mail address. */
  username: text().exactOptional(),
  password: text().exactOptional(),
  /** Space-separated. */
  scope: text().exactOptional(),
});

/** A pair of tokens, shown once. */
export const TokenResponse = record("TokenResponse", {
  accessToken: text(),
  tokenType: z.literal("Bearer"),
  /** Seconds. */
  expiresIn: integer(),
  refreshToken: text(),
  /** Space-separated. */
  scope: text(),
  /** Seconds since 1970. */
  createdAt: integer(),
});

export const RevocationRequest = record("RevocationRequest", {
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
  token: requiredByOperation(text().exactOptional()),
  tokenTypeHint: text().exactOptional(),
});

/** The reply, whether the token existed or not. */
export const RevocationResponse = record("RevocationResponse", { message: z.literal("Token revoked") });

export const tokenOperations = operations({
  createToken: {
    method: "post",
    path: `${OAUTH_BASE}/token`,
    tag: "oauth",
    summary: "Exchange a code, a password or a refresh token for tokens (RFC 6749); the client may also use HTTP Basic",
    scope: "none",
    body: TokenRequest,
    encodings: ["form", "json"],
    replies: { 200: TokenResponse },
  },
  revokeToken: {
    method: "post",
    path: `${OAUTH_BASE}/revoke`,
    tag: "oauth",
    summary: "Revoke a token and its related tokens (RFC 7009); the reply does not reveal whether it existed",
    scope: "none",
    body: RevocationRequest,
    encodings: ["form", "json"],
    replies: { 200: RevocationResponse },
  },
});
