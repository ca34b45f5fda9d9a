import { text } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** What the page's form says. `csrf` is looked at before anything else. */
export const LoginForm = record("LoginForm", {
  csrf: needed(text().exactOptional()),
  email: needed(text().exactOptional()),
  password: needed(text().exactOptional()),
  returnTo: text().exactOptional(),
});

/** What every form says that says nothing else. */
export const BareForm = record("BareForm", { csrf: needed(text().exactOptional()) });

/** How people sign in and out. */
export const signInOperations = operations({
  showLogin: {
    method: "get",
    path: "/login",
    tag: "pages",
    summary: "The page to sign in",
    scope: "none",
    query: record("LoginQuery", { returnTo: text().exactOptional() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
  logIn: {
    method: "post",
    path: "/login",
    tag: "pages",
    summary: "Sign in, and go on to where one came from",
    scope: "none",
    body: LoginForm,
    encodings: ["form"],
    replies: { 303: null },
  },
  logOut: {
    method: "post",
    path: "/logout",
    tag: "pages",
    summary: "End the session",
    scope: "session",
    body: BareForm,
    encodings: ["form"],
    replies: { 303: null },
  },
});
