import type { Visitor } from "@cartulary/auth";
import type { UserId } from "@cartulary/kernel";
import type { AnswerBody } from "./measured-body.ts";

/** What is answered, before it becomes a `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AnswerBody | null;
  /** Why it is a 5xx: for the log alone. */
  readonly cause?: unknown;
}

/** What is learnt of a request on the way, for its log line and its answer. */
export interface Trace {
  /** Who asks, as far as limits and the trail want to know before anybody is known. */
  readonly visitor: Visitor;
  userId: UserId | null;
  /** Headers of the answer, also when it becomes an error. */
  headers: Readonly<Record<string, string>>;
}

/** A JSON body. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: JSON.stringify(value), headers: { "Content-Type": "application/json", ...headers } };
}
