import { integer, listOf, text, uuid } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** A token to be made; or one to be ended, an application to be kept out, a session to be closed. */
export const TokenForm = record("TokenForm", {
  csrf: needed(text().exactOptional()),
  /** Where it was not given within ten minutes. */
  password: text().exactOptional(),
  name: text().exactOptional(),
  scopes: listOf(text()).exactOptional(),
  days: integer().exactOptional(),
  revoke: uuid<"Token">().exactOptional(),
  revokeApplication: uuid<"Application">().exactOptional(),
  endSession: uuid<"Session">().exactOptional(),
});

/** Where people make and end their personal access tokens (auth.md 1.8). */
export const tokenPageOperations = operations({
  showTokens: {
    method: "get",
    path: "/settings/tokens",
    tag: "pages",
    summary: "One's personal access tokens, applications and sessions, and a form to make another token",
    scope: "session",
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null },
  },
  changeTokens: {
    method: "post",
    path: "/settings/tokens",
    tag: "pages",
    summary: "Make a token and show it this once; or revoke one, keep an application out, end a session, and go back",
    scope: "session",
    body: TokenForm,
    encodings: ["form"],
    replies: { 200: HTML, 303: null },
  },
});
