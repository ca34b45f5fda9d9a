import { ERRORS_REPORTED_MAX, type FieldError, type FieldErrorCode } from "@cartulary/kernel";
import { z } from "zod";
import { camelName } from "./casing.ts";
import { listOf, text } from "./fields.ts";
import { record } from "./record.ts";

const CODES = [
  "blank",
  "invalid",
  "taken",
  "too_long",
  "too_short",
  "not_a_number",
  "greater_than_or_equal_to",
  "less_than_or_equal_to",
  "inclusion",
  "not_found",
  "unsupported",
  "shares_incomplete",
] as const satisfies readonly FieldErrorCode[];

/** A field error. */
export const ErrorDetail = record("ErrorDetail", { field: text(), code: z.enum(CODES), message: text() });

/** The body of every error, except of OAuth endpoints (documents.md 2.2). */
export const ErrorBody = record("Error", {
  error: text(),
  message: text(),
  details: z.union([listOf(ErrorDetail), z.record(z.string(), z.unknown())]),
  requestId: text(),
});

/** An error of the rental product: `details` are codes by field, empty for a state error (rental.md §4). */
export const RentalErrorBody = record("RentalError", {
  error: text(),
  message: text(),
  details: z.record(z.string(), z.unknown()),
  requestId: text(),
});

/** An error of an OAuth endpoint (auth.md 1.0), readable by clients of either convention. */
export const OAuthErrorBody = record("OAuthError", {
  error: text(),
  errorDescription: text(),
  message: text(),
  requestId: text(),
});

/**
 * Converts schema issues to field errors under the core's names, one per field, {@link ERRORS_REPORTED_MAX} at most.
 */
export function shapeErrors({ issues }: z.core.$ZodError, sent: unknown): readonly FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const issue of issues) {
    if (byField.size >= ERRORS_REPORTED_MAX) break;
    const field = fieldOf(issue.path);
    const code = codeOf(issue, valueAt(sent, issue.path));
    if (!byField.has(field)) byField.set(field, { field, code, message: MESSAGES[code] });
  }
  return [...byField.values()];
}

type ShapeCode = "blank" | "not_a_number" | "inclusion" | "invalid";

const MESSAGES: Readonly<Record<ShapeCode, string>> = {
  blank: "can't be blank",
  not_a_number: "is not a number of the right kind",
  inclusion: "is not included in the list",
  invalid: "is invalid",
};

function codeOf(issue: z.core.$ZodIssue, value: unknown): ShapeCode {
  if (value === undefined || value === null) return "blank";
  if (issue.code === "invalid_value") return "inclusion";
  if (issue.code === "invalid_type" && (issue.expected === "number" || issue.expected === "int")) return "not_a_number";
  return "invalid";
}

/** Formats `tag_list`, 3 as `tagList[3]`. Keys below the first name may be the client's own and stay. */
function fieldOf([first, ...below]: readonly PropertyKey[]): string {
  const rest = below.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  return camelName(String(first ?? "")) + rest.join("");
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  let value = sent;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}
