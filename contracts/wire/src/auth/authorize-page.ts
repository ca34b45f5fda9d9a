import { z } from "zod";
import { text } from "../fields.ts";
import { HTML, OAUTH_BASE, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** The authorization request of an application (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
const request = {
  /** `code`. */
  responseType: text().exactOptional(),
  clientId: text().exactOptional(),
  redirectUri: text().exactOptional(),
  /** Space-separated. */
  scope: text().exactOptional(),
  state: text().exactOptional(),
  codeChallenge: text().exactOptional(),
  /** `S256`. */
  codeChallengeMethod: text().exactOptional(),
  /** `query`. */
  responseMode: text().exactOptional(),
};

/** The query with which an application redirects a user's browser. */
export const AuthorizeQuery = record("AuthorizeQuery", {
  ...request,
  responseType: requiredByOperation(text().exactOptional()),
  clientId: requiredByOperation(text().exactOptional()),
  redirectUri: requiredByOperation(text().exactOptional()),
});

/** The user's decision; the request itself is in the query string or in the form. */
export const AuthorizeDecision = record("AuthorizeDecision", {
  ...request,
  csrf: requiredByOperation(text().exactOptional()),
  decision: z.enum(["approve", "deny"]),
});

/** The page where users authorize an application. */
export const authorizeOperations = operations({
  showConsent: {
    method: "get",
    path: `${OAUTH_BASE}/authorize`,
    tag: "pages",
    summary: "Ask the user for consent; a trusted application is authorized at once",
    scope: "session",
    query: AuthorizeQuery,
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null, 303: null },
  },
  decideConsent: {
    method: "post",
    path: `${OAUTH_BASE}/authorize`,
    tag: "pages",
    summary: "Approve or deny, and redirect to the application",
    scope: "session",
    body: AuthorizeDecision,
    encodings: ["form"],
    replies: { 303: null },
  },
});
