import { listOf, text, uuid } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** A token to create; or a token, application or session to revoke. */
export const TokenForm = record("TokenForm", {
  csrf: requiredByOperation(text().exactOptional()),
  /** Required if the last entry is more than ten minutes ago. */
  password: text().exactOptional(),
  name: text().exactOptional(),
  scopes: listOf(text()).exactOptional(),
  /** 1 to 365. Text, so that the form is shown again with any other value. */
  days: text().exactOptional(),
  revoke: uuid<"Token">().exactOptional(),
  revokeApplication: uuid<"Application">().exactOptional(),
  endSession: uuid<"Session">().exactOptional(),
});

/** The page where users manage their personal access tokens (auth.md 1.8). */
export const tokenPageOperations = operations({
  showTokens: {
    method: "get",
    path: "/settings/tokens",
    tag: "pages",
    summary: "Show your personal access tokens, applications and sessions, with a form for a new token",
    scope: "session",
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null },
  },
  changeTokens: {
    method: "post",
    path: "/settings/tokens",
    tag: "pages",
    summary: "Create a token and show it once; or revoke a token, an application or a session",
    scope: "session",
    body: TokenForm,
    encodings: ["form"],
    replies: { 200: HTML, 303: null },
  },
});
