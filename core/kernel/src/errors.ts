/** The kinds of expected errors. Hosts map each kind to one HTTP status; adapters throw none of their own. */
export type ErrorKind =
  | "malformed"
  | "unauthenticated"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "invalid"
  | "rate_limited"
  | "unavailable"
  | "insufficient_storage";

/** Codes of field errors (documents.md 2.2, named as in Rails). */
export type FieldErrorCode =
  | "blank"
  | "invalid"
  | "taken"
  | "too_long"
  | "too_short"
  | "not_a_number"
  | "greater_than_or_equal_to"
  | "less_than_or_equal_to"
  | "inclusion"
  | "not_found"
  | "unsupported"
  | "shares_incomplete";

/**
 * An error of one field. `field` is the core's camelCase path (`metadataUser`, `row 12`); wires print their own case.
 */
export interface FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  /** Completes a sentence that begins with the field's name: "can't be blank". */
  readonly message: string;
}

/** Field errors, or an object with keys that the specification names (`allowed`, `missingChunks`…). */
export type ErrorDetails = readonly FieldError[] | Readonly<Record<string, unknown>>;

interface ErrorOptionsOfDomain {
  readonly details?: ErrorDetails;
  readonly retryAfterSeconds?: number;
  readonly scope?: string;
  readonly cause?: unknown;
}

/**
 * An expected error. Any other thrown value is a bug.
 *
 * `code` is stable and part of the API (documents.md 2.2 lists them); `message` is for people and states the remedy.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | null;
  /** The scope that is missing, for `insufficient_scope`. */
  readonly scope: string | null;

  constructor(kind: ErrorKind, code: string, message: string, options: ErrorOptionsOfDomain = {}) {
    super(message, { cause: options.cause });
    this.name = "DomainError";
    this.kind = kind;
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.scope = options.scope ?? null;
  }
}

/** 400: the request cannot be parsed. */
export function malformed(message: string): DomainError {
  return new DomainError("malformed", "bad_request", message);
}

/** 404. One text for missing and hidden resources, so that it does not reveal which. */
export function notFound(): DomainError {
  return new DomainError("not_found", "not_found", "Not found");
}

/** 403: the resource is visible, but the caller lacks the permission. */
export function forbidden(message: string): DomainError {
  return new DomainError("forbidden", "forbidden", message);
}

/** 422 with one detail for each field error. */
export function invalid(error: FieldError, rest: readonly FieldError[] = []): DomainError {
  const errors = [error, ...rest];
  const message = errors.map(({ field, message: end }) => `${field} ${end}`).join("; ");
  return new DomainError("invalid", "unprocessable_entity", message, { details: errors });
}

/** 422 with its own code, for errors of state or structure. */
export function unprocessable(code: string, message: string, details: ErrorDetails = []): DomainError {
  return new DomainError("invalid", code, message, { details });
}

/** 409: a concurrent change or the current state prevents the operation. */
export function conflict(code: string, message: string): DomainError {
  return new DomainError("conflict", code, message);
}

/** 429: this caller exceeds a limit; other callers are not affected. */
export function rateLimited(message: string, retryAfterSeconds: number, cause?: unknown): DomainError {
  return new DomainError("rate_limited", "rate_limited", message, { retryAfterSeconds, cause });
}

/** 503: temporarily unavailable; retry after `retryAfterSeconds`. */
export function unavailable(code: string, message: string, retryAfterSeconds: number, cause?: unknown): DomainError {
  return new DomainError("unavailable", code, message, { retryAfterSeconds, cause });
}

/** 413: the body is larger than the limit. */
export function tooLarge(message: string): DomainError {
  return new DomainError("too_large", "payload_too_large", message);
}

/** 507: storage is full; nothing was saved. */
export function insufficientStorage(cause: unknown): DomainError {
  return new DomainError("insufficient_storage", "insufficient_storage", "Storage is full; nothing was saved", {
    cause,
  });
}

/** Returns the errors among the results of checks. */
export function withoutNulls(...results: readonly (FieldError | null)[]): readonly FieldError[] {
  return results.filter((error) => error !== null);
}

/** Field errors that one response contains at most: a short request must not cause a long response. */
export const ERRORS_REPORTED_MAX = 100;

/** Throws 422 with the first {@link ERRORS_REPORTED_MAX} field errors, if there are any. */
export function throwIfInvalid(errors: readonly (FieldError | null)[]): void {
  const [first, ...rest] = errors.filter((error) => error !== null).slice(0, ERRORS_REPORTED_MAX);
  if (first) throw invalid(first, rest);
}

/** Returns the record; throws 404 when it is `null` or `undefined`. */
export function orNotFound<Record>(record: Record | null | undefined): Record {
  if (!record) throw notFound();
  return record;
}
