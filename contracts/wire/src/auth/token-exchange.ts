import { z } from "zod";
import { integer, text } from "../fields.ts";
import { operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** Base path of the token exchange. */
export const EXCHANGE_BASE = "/api/v1/oauth";

/** An assertion of the identity provider, and the client that presents it. */
export const TokenExchangeRequest = record("TokenExchangeRequest", {
  /** `urn:ietf:params:oauth:grant-type:jwt-bearer`. */
  grantType: requiredByOperation(text().exactOptional()),
  assertion: requiredByOperation(text().exactOptional()),
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
});

/** An access token without a refresh token: the next one needs another assertion. */
export const TokenExchangeResponse = record("TokenExchangeResponse", {
  accessToken: text(),
  tokenType: z.literal("Bearer"),
  /** Seconds. */
  expiresIn: integer(),
  /** Seconds since 1970. */
  createdAt: integer(),
});

/** Single sign-on (auth.md 1.6). */
export const exchangeOperations = operations({
  exchangeToken: {
    method: "post",
    path: `${EXCHANGE_BASE}/token_exchange`,
    tag: "oauth",
    summary: "Exchange an assertion of the identity provider for a token (RFC 7523)",
    scope: "none",
    body: TokenExchangeRequest,
    encodings: ["form", "json"],
    replies: { 200: TokenExchangeResponse },
  },
});
