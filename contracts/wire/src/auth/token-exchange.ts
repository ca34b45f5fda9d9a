import { z } from "zod";
import { integer, text } from "../fields.ts";
import { operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** Where assertions are exchanged. */
export const EXCHANGE_BASE = "/api/v1/oauth";

/** An assertion of the identity provider, and the client that brings it. */
export const TokenExchangeRequest = record("TokenExchangeRequest", {
  /** `urn:ietf:params:oauth:grant-type:jwt-bearer`. */
  grantType: needed(text().exactOptional()),
  assertion: needed(text().exactOptional()),
  clientId: text().exactOptional(),
  clientSecret: text().exactOptional(),
});

/** An access token alone: another assertion brings the next one. */
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
    summary: "Exchange what the identity provider signed for a token (RFC 7523)",
    scope: "none",
    body: TokenExchangeRequest,
    encodings: ["form", "json"],
    replies: { 200: TokenExchangeResponse },
  },
});
