import { text } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** The sign-in form. `csrf` is checked first. */
export const LoginForm = record("LoginForm", {
  csrf: requiredByOperation(text().exactOptional()),
  email: requiredByOperation(text().exactOptional()),
  password: requiredByOperation(text().exactOptional()),
  returnTo: text().exactOptional(),
});

/** A form without other fields. */
export const BareForm = record("BareForm", { csrf: requiredByOperation(text().exactOptional()) });

export const signInOperations = operations({
  showLogin: {
    method: "get",
    path: "/login",
    tag: "pages",
    summary: "Show the sign-in page",
    scope: "none",
    query: record("LoginQuery", { returnTo: text().exactOptional() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML },
  },
  logIn: {
    method: "post",
    path: "/login",
    tag: "pages",
    summary: "Sign in and redirect to the requested page",
    scope: "none",
    body: LoginForm,
    encodings: ["form"],
    replies: { 303: null },
  },
  logOut: {
    method: "post",
    path: "/logout",
    tag: "pages",
    summary: "Sign out",
    scope: "session",
    body: BareForm,
    encodings: ["form"],
    replies: { 303: null },
  },
});
