import { z } from "zod";
import { integer, text } from "../fields.ts";
import { OAUTH_BASE, operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** What a token is asked for with. Which fields a grant needs is judged by the grant (RFC 6749 section 4). */
export const TokenRequest = record("TokenRequest", {
  grantType: needed(text().exactOptional()),
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
  code: text().exactOptional(),
  /** As it was when the code was asked for. */
  redirectUri: text().exactOptional(),
  /** What the code's challenge was made from (RFC 7636). */
  codeVerifier: text().exactOptional(),
  refreshToken: text().exactOptional(),
  /** The e-mail address of who signs in. */
  username: text().exactOptional(),
  password: text().exactOptional(),
  /** Space-separated. */
  scope: text().exactOptional(),
});

/** A pair of tokens, told this once. */
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

/** A token that is to end. */
export const RevocationRequest = record("RevocationRequest", {
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
  token: needed(text().exactOptional()),
  tokenTypeHint: text().exactOptional(),
});

/** The same whether there was such a token or not. */
export const RevocationResponse = record("RevocationResponse", { message: z.literal("Token revoked") });

/** How tokens are got and given up. */
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
    summary: "End a token and what goes with it (RFC 7009); answers the same where there was none",
    scope: "none",
    body: RevocationRequest,
    encodings: ["form", "json"],
    replies: { 200: RevocationResponse },
  },
});
