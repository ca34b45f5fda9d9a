/** Every way in which the core refuses. Hosts map each kind to one HTTP status, adapters never make one up. */
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

/** What is wrong with one field of an input (documents.md 2.2, names of Rails). */
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
  | "unsupported";

/** One refused field. `field` is the core's camelCase path (`metadataUser`, `row 12`); wires print their own case. */
export interface FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  /** A sentence's end, to be read after the field's name: "can't be blank". */
  readonly message: string;
}

/** Field errors; or, only where a rule names a key (`allowed`, `missingChunks`…), an object. */
export type ErrorDetails = readonly FieldError[] | Readonly<Record<string, unknown>>;

interface ErrorOptionsOfDomain {
  readonly details?: ErrorDetails;
  readonly retryAfterSeconds?: number;
  readonly scope?: string;
  readonly cause?: unknown;
}

/**
 * An expected refusal. Anything else that is thrown is a bug.
 *
 * `code` is stable and part of the API (documents.md 2.2 lists them); `message` is for people and says what to do.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | null;
  /** Of `insufficient_scope`: what the token would have to grant. */
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

/** 400: the request cannot be read as what it claims to be. */
export function malformed(message: string): DomainError {
  return new DomainError("malformed", "bad_request", message);
}

/** 404. The same words for what does not exist and for what the caller may not see, so that neither is told. */
export function notFound(): DomainError {
  return new DomainError("not_found", "not_found", "Nothing is here that you may see");
}

/** 403: the resource is visible, the right is missing. */
export function forbidden(message: string): DomainError {
  return new DomainError("forbidden", "forbidden", message);
}

/** 422 with one detail a field: of the first that is wrong, and of the others, however many. */
export function invalid(first: FieldError, others: readonly FieldError[] = []): DomainError {
  const errors = [first, ...others];
  const message = errors.map(({ field, message: end }) => `${field} ${end}`).join("; ");
  return new DomainError("invalid", "unprocessable_entity", message, { details: errors });
}

/** 422 with a code of its own and no field: a state or a structure forbids it. */
export function refused(code: string, message: string, details: ErrorDetails = []): DomainError {
  return new DomainError("invalid", code, message, { details });
}

/** 409: somebody else was faster. */
export function conflict(code: string, message: string): DomainError {
  return new DomainError("conflict", code, message);
}

/** 429: this caller asks for more than one may have at once; others are not held back. */
export function rateLimited(message: string, retryAfterSeconds: number, cause?: unknown): DomainError {
  return new DomainError("rate_limited", "rate_limited", message, { retryAfterSeconds, cause });
}

/** 503, to be tried again after some seconds. */
export function unavailable(code: string, message: string, retryAfterSeconds: number, cause?: unknown): DomainError {
  return new DomainError("unavailable", code, message, { retryAfterSeconds, cause });
}

/** 413: more bytes than the limit allows. */
export function tooLarge(message: string): DomainError {
  return new DomainError("too_large", "payload_too_large", message);
}

/** 507: the store is full; nothing was kept. */
export function insufficientStorage(cause: unknown): DomainError {
  return new DomainError("insufficient_storage", "insufficient_storage", "The store is full; nothing was kept", {
    cause,
  });
}

/** What of these is an error. */
export function presentErrors(...judged: readonly (FieldError | null)[]): readonly FieldError[] {
  return judged.filter((error) => error !== null);
}

/** Faults that one refusal names: nobody reads more, and a short request must not get a long answer. */
export const FAULTS_MAX = 100;

/** Refuses with 422, naming the fields that are wrong, the first {@link FAULTS_MAX} of them. */
export function requireSound(errors: readonly (FieldError | null)[]): void {
  const [first, ...others] = errors.filter((error) => error !== null).slice(0, FAULTS_MAX);
  if (first) throw invalid(first, others);
}

/** What was found; refuses with 404 what does not exist, or not for the caller. */
export function existing<Record>(record: Record | null | undefined): Record {
  if (!record) throw notFound();
  return record;
}
