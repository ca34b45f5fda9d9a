import { z } from "zod";
import { text } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** The user code, as shown by the program or typed by the user, and the decision once the user has seen the request. */
export const ActivationForm = record("ActivationForm", {
  csrf: requiredByOperation(text().exactOptional()),
  userCode: requiredByOperation(text().exactOptional()),
  /** Space-separated; all requested scopes by default. */
  scope: text().exactOptional(),
  /** Required to approve if the last entry is more than ten minutes ago. */
  password: text().exactOptional(),
  decision: z.enum(["approve", "deny"]).exactOptional(),
});

/** The page where users approve a program of the device flow (auth.md 1.7). */
export const activationOperations = operations({
  showActivation: {
    method: "get",
    path: "/cli/activation",
    tag: "pages",
    summary: "Show the form for the user code, or the program that waits with it; never approves",
    scope: "session",
    query: record("ActivationQuery", { userCode: text().exactOptional() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null },
  },
  decideActivation: {
    method: "post",
    path: "/cli/activation",
    tag: "pages",
    summary: "Approve or deny a program; without a decision, show it",
    scope: "session",
    body: ActivationForm,
    encodings: ["form"],
    replies: { 200: HTML, 303: null },
  },
});
