import { z } from "zod";
import { text } from "../fields.ts";
import { HTML, OAUTH_BASE, operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** What an application asks for (RFC 6749 section 4.1.1, RFC 7636 section 4.3). */
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

/** What an application sends somebody's browser with. */
export const AuthorizeQuery = record("AuthorizeQuery", {
  ...request,
  responseType: needed(text().exactOptional()),
  clientId: needed(text().exactOptional()),
  redirectUri: needed(text().exactOptional()),
});

/** What the person decided; what it is about stands in the query string or, as the page has it, in the form itself. */
export const AuthorizeDecision = record("AuthorizeDecision", {
  ...request,
  csrf: needed(text().exactOptional()),
  decision: z.enum(["approve", "deny"]),
});

/** Where people agree that an application acts for them. */
export const authorizeOperations = operations({
  showConsent: {
    method: "get",
    path: `${OAUTH_BASE}/authorize`,
    tag: "pages",
    summary: "Ask the person at the browser; a trusted application is answered at once",
    scope: "session",
    query: AuthorizeQuery,
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null, 303: null },
  },
  decideConsent: {
    method: "post",
    path: `${OAUTH_BASE}/authorize`,
    tag: "pages",
    summary: "Agree or not, and go back to the application",
    scope: "session",
    body: AuthorizeDecision,
    encodings: ["form"],
    replies: { 303: null },
  },
});
