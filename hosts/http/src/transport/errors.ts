import {
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  type FieldError,
  type FieldErrorCode,
} from "@cartulary/kernel";
import { QueryError, snakeName } from "@cartulary/wire";

/** The only mapping of error kinds to statuses. A new kind does not compile until it is added. */
const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  unavailable: 503,
  insufficient_storage: 507,
} as const satisfies Record<ErrorKind, number>;

/** An error before formatting, with wire names. */
export interface ErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;
}

/** An error that only HTTP knows (405, 414, 416), or with more HTTP details than the core's. */
export class HttpError extends Error implements ErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails = [];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The bearer challenge (RFC 6750 section 3). */
export const CHALLENGE = 'Bearer realm="cartulary"';

/** Converts an exception to an error response; `null` for a bug, whose details are not exposed. */
export function toErrorResponse(error: unknown): ErrorResponse | null {
  if (error instanceof HttpError) return error;
  if (error instanceof QueryError) return { ...BAD_REQUEST, message: error.message };
  if (!(error instanceof DomainError)) return null;
  const { kind, code, details, retryAfterSeconds, scope } = error;
  const headers = {
    ...(retryAfterSeconds !== null && { "Retry-After": String(Math.ceil(retryAfterSeconds)) }),
    ...(scope !== null && { "WWW-Authenticate": `${CHALLENGE}, error="${code}", scope="${scope}"` }),
  };
  return { status: STATUS[kind], code, message: messageOf(error), details: wireDetails(details), headers };
}

/** The response for a bug. */
export const INTERNAL_ERROR: ErrorResponse = {
  status: 500,
  code: "internal_error",
  message: "Something went wrong here; tell us the request id",
  details: [],
  headers: {},
};

const BAD_REQUEST = { status: 400, code: "bad_request", details: [], headers: {} } as const;

/** Formats the body of an error. */
export type ErrorFormatter = (refusal: ErrorResponse, requestId: string) => unknown;

/** The default format (documents.md 2.2). */
export const formatError: ErrorFormatter = (refusal, requestId) => bodyOf(refusal, requestId);

const bodyOf = ({ code, message, details }: ErrorResponse, requestId: string) => ({
  error: code,
  message,
  details,
  request_id: requestId,
});

/** The format of chunked uploads: the default in their envelope. */
export const formatUploadError: ErrorFormatter = (refusal, requestId) => ({
  success: false,
  ...bodyOf(refusal, requestId),
});

/**
 * The format of the rental product (rental.md §4): codes by field, in wire case because rental bodies have no free-form
 * keys; an empty object for state errors, except those whose details the specification names.
 */
export const formatRentalError: ErrorFormatter = ({ code, message, details }, requestId) => ({
  error: code,
  message: isFieldErrors(details) ? fieldMessages(code, message, details, snakeName) : message,
  details: isFieldErrors(details) ? codesByField(details) : DETAILED.includes(code) ? details : {},
  request_id: requestId,
});

/** State errors of the rental product with details: `changed`, `rows` (rental.md 3.1, §4) and those of archive.md 4.11. */
const DETAILED: readonly string[] = ["run_stale", "fec_invalid", "retained"];

function codesByField(details: readonly FieldError[]): Readonly<Record<string, readonly FieldErrorCode[]>> {
  const byField = Map.groupBy(details, ({ field }) => snakeName(field));
  return Object.fromEntries([...byField].map(([field, own]) => [field, [...new Set(own.map(({ code }) => code))]]));
}

/** The format of OAuth endpoints (auth.md 1.0), for clients of either convention. */
export const formatOAuthError: ErrorFormatter = ({ code, message }, requestId) => {
  const description = oauthDescriptionText(message);
  const error = code === BAD_REQUEST.code ? "invalid_request" : code;
  return { error, error_description: description, message: description, request_id: requestId };
};

/** Replaces characters that RFC 6749 section 5.2 and RFC 6750 section 3 do not allow in descriptions. */
export function oauthDescriptionText(text: string): string {
  return text
    .replace(/"/g, "'")
    .replace(/\\/g, "/")
    .replace(/[^\x20-\x7e]/g, "?");
}

function messageOf({ code, message, details }: DomainError): string {
  return isFieldErrors(details) ? fieldMessages(code, message, details, wireField) : message;
}

/** Joins the messages of field errors with their wire names. */
function fieldMessages(
  code: string,
  message: string,
  details: readonly FieldError[],
  nameOf: (field: string) => string,
): string {
  if (code !== "unprocessable_entity" || details.length === 0) return message;
  return details.map(({ field, message: end }) => `${nameOf(field)} ${end}`).join("; ");
}

function wireDetails(details: ErrorDetails): ErrorDetails {
  if (isFieldErrors(details)) return details.map((error) => ({ ...error, field: wireField(error.field) }));
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [snakeName(key), value]));
}

const isFieldErrors = (details: ErrorDetails): details is readonly FieldError[] => Array.isArray(details);

/**
 * Converts the first name and that of an element's field (`nodes[3].externalId`); names below (`variables.firstName`)
 * may be the client's own.
 */
function wireField(field: string): string {
  const [, own = "", below = ""] = /^([^.[]*(?:\[\d+\]\.[^.[]*)?)(.*)$/s.exec(field) ?? [];
  return snakeName(own) + below;
}
