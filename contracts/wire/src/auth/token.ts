import { z } from "zod";
import { integer, text } from "../fields.ts";
import { OAUTH_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** What a token is asked for with. Which fields a grant needs is judged by the grant (RFC 6749 section 4). */
export const TokenRequest = record("TokenRequest", {
  grantType: text().exactOptional(),
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
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

/** How tokens are got. */
export const tokenOperations = operations({
  createToken: {
    method: "post",
    path: `${OAUTH_BASE}/token`,
    tag: "oauth",
    summary: "Exchange a password for tokens (RFC 6749); the client may also prove itself by HTTP Basic",
    scope: "none",
    body: TokenRequest,
    encodings: ["form", "json"],
    replies: { 200: TokenResponse },
  },
});
