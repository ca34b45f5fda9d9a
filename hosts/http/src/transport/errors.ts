import {
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  type FieldError,
  type FieldErrorCode,
} from "@cartulary/kernel";
import { QueryError, snakeName } from "@cartulary/wire";

/** The one place where a kind of error becomes a status. A new kind does not compile until added. */
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

/** What a refusal is, before it is printed. Names are those of the wire already. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal that only HTTP knows (405, 414, 416) or that HTTP says more of than the core does. */
export class HttpRefusal extends Error implements Refusal {
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails = [];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "HttpRefusal";
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** How a bearer token is asked for (RFC 6750 section 3). */
export const CHALLENGE = 'Bearer realm="cartulary"';

/** What to answer to something thrown; `null` when it is no refusal but a bug, of which nobody outside is told. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof QueryError) return { ...BAD_REQUEST, message: error.message };
  if (!(error instanceof DomainError)) return null;
  const { kind, code, details, retryAfterSeconds, scope } = error;
  const headers = {
    ...(retryAfterSeconds !== null && { "Retry-After": String(Math.ceil(retryAfterSeconds)) }),
    ...(scope !== null && { "WWW-Authenticate": `${CHALLENGE}, error="${code}", scope="${scope}"` }),
  };
  return { status: STATUS[kind], code, message: messageOf(error), details: wireDetails(details), headers };
}

/** What everyone is told of a bug. */
export const INTERNAL_ERROR: Refusal = {
  status: 500,
  code: "internal_error",
  message: "Something went wrong here; tell us the request id",
  details: [],
  headers: {},
};

const BAD_REQUEST = { status: 400, code: "bad_request", details: [], headers: {} } as const;

/** Prints the body of a refusal. */
export type ErrorPrinter = (refusal: Refusal, requestId: string) => unknown;

/** As everywhere but on OAuth endpoints (documents.md 2.2). */
export const printError: ErrorPrinter = (refusal, requestId) => bodyOf(refusal, requestId);

const bodyOf = ({ code, message, details }: Refusal, requestId: string) => ({
  error: code,
  message,
  details,
  request_id: requestId,
});

/** As of chunked uploads: the same body, and the envelope that their answers stand in. */
export const printUploadError: ErrorPrinter = (refusal, requestId) => ({
  success: false,
  ...bodyOf(refusal, requestId),
});

/**
 * As of the rental product (rental.md §4): the codes of each field, whose name is printed whole in the wire's case, for
 * no part of a rental body is somebody's own key; an empty object where no field is at fault.
 */
export const printRentalError: ErrorPrinter = ({ code, message, details }, requestId) => ({
  error: code,
  message: isFieldErrors(details) ? saidOf(code, message, details, snakeName) : message,
  details: isFieldErrors(details) ? codesByField(details) : details,
  request_id: requestId,
});

function codesByField(details: readonly FieldError[]): Readonly<Record<string, readonly FieldErrorCode[]>> {
  const byField = Map.groupBy(details, ({ field }) => snakeName(field));
  return Object.fromEntries([...byField].map(([field, own]) => [field, [...new Set(own.map(({ code }) => code))]]));
}

/** As on OAuth endpoints (auth.md 1.0): for clients of either convention. */
export const printOAuthError: ErrorPrinter = ({ code, message }, requestId) => {
  const description = quotable(message);
  const error = code === BAD_REQUEST.code ? "invalid_request" : code;
  return { error, error_description: description, message: description, request_id: requestId };
};

/** Within the characters that RFC 6749 section 5.2 and RFC 6750 section 3 leave to descriptions. */
export function quotable(text: string): string {
  return text
    .replace(/"/g, "'")
    .replace(/\\/g, "/")
    .replace(/[^\x20-\x7e]/g, "?");
}

function messageOf({ code, message, details }: DomainError): string {
  return isFieldErrors(details) ? saidOf(code, message, details, wireField) : message;
}

/** What is said of fields, by their names on the wire. */
function saidOf(
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
 * The first name is ours, and so is that of an element's field (`nodes[3].externalId`); what stands below them
 * (`variables.firstName`) may be somebody's own key.
 */
function wireField(field: string): string {
  const [, own = "", below = ""] = /^([^.[]*(?:\[\d+\]\.[^.[]*)?)(.*)$/s.exec(field) ?? [];
  return snakeName(own) + below;
}
