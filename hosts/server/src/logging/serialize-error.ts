import { redactText } from "@cartulary/audit";

/** An error in the log. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** The code of a driver or of the system: `ECONNREFUSED`, `57P01`. */
  readonly code?: string;
  readonly stack?: string;
  /** The `cause` of the error, and the errors of an AggregateError. */
  readonly causes?: readonly LoggedError[];
}

/** Maximum characters of a message, and of a stack. */
const MESSAGE_MAX = 2000;
const STACK_MAX = 8000;
/** Maximum depth of causes, and number of causes per error. */
const DEPTH_MAX = 5;
const CAUSES_MAX = 10;

/**
 * Copies only these properties: drivers add statements, values and URLs with passwords to their errors. Masks our
 * secrets in the texts.
 */
export function loggedError(error: unknown, depth = DEPTH_MAX): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: text(String(error), MESSAGE_MAX) };
  const { code } = error as Error & { readonly code?: unknown };
  const causes = depth > 0 ? causesOf(error).map((cause) => loggedError(cause, depth - 1)) : [];
  return {
    type: error.name,
    message: text(error.message, MESSAGE_MAX),
    ...(typeof code === "string" && { code: text(code, MESSAGE_MAX) }),
    ...(error.stack !== undefined && { stack: text(error.stack, STACK_MAX) }),
    ...(causes.length > 0 && { causes }),
  };
}

const text = (raw: string, max: number) => redactText(raw.slice(0, max));

function causesOf(error: Error): readonly unknown[] {
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...parts, ...(error.cause === undefined ? [] : [error.cause])].slice(0, CAUSES_MAX);
}
