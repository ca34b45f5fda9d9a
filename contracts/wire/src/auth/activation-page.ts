import { z } from "zod";
import { text } from "../fields.ts";
import { HTML, operations } from "../operation.ts";
import { needed, record } from "../record.ts";

/** The code as a program shows it, or as somebody typed it; and, once it was seen, what they decide. */
export const ActivationForm = record("ActivationForm", {
  csrf: needed(text().exactOptional()),
  userCode: needed(text().exactOptional()),
  /** Space-separated; all that was asked when absent. */
  scope: text().exactOptional(),
  /** Where it was not given within ten minutes, to approve. */
  password: text().exactOptional(),
  decision: z.enum(["approve", "deny"]).exactOptional(),
});

/** Where people approve a program that waits for them (auth.md 1.7). */
export const activationOperations = operations({
  showActivation: {
    method: "get",
    path: "/cli/activation",
    tag: "pages",
    summary: "Ask for the code of a program, or show who waits with it; nothing is approved by looking",
    scope: "session",
    query: record("ActivationQuery", { userCode: text().exactOptional() }),
    headers: ["Accept-Language"],
    replies: { 200: HTML, 302: null },
  },
  decideActivation: {
    method: "post",
    path: "/cli/activation",
    tag: "pages",
    summary: "Approve or deny; without a decision, show who waits",
    scope: "session",
    body: ActivationForm,
    encodings: ["form"],
    replies: { 200: HTML, 303: null },
  },
});
