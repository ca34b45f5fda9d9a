import { redactedText } from "@cartulary/audit";

/** An error as the log has it. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  /** A driver's or the system's own: `ECONNREFUSED`, `57P01`. */
  readonly code?: string;
  readonly stack?: string;
  /** What it comes from: its cause, or what an AggregateError is made of. */
  readonly causes?: readonly LoggedError[];
}

/** Characters of a message, and of a stack, that are looked at. */
const MESSAGE_MAX = 2000;
const STACK_MAX = 8000;
/** How far down causes go, and how many an error has. */
const DEPTH_MAX = 5;
const CAUSES_MAX = 10;

/**
 * Only these properties: drivers hang statements, values and addresses with passwords on their errors. Secrets of ours
 * are masked in what remains.
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

const text = (raw: string, max: number) => redactedText(raw.slice(0, max));

function causesOf(error: Error): readonly unknown[] {
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...parts, ...(error.cause === undefined ? [] : [error.cause])].slice(0, CAUSES_MAX);
}
