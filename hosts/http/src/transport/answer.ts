import type { Visitor } from "@cartulary/auth";
import type { UserId } from "@cartulary/kernel";
import type { AnswerBody } from "./measured-body.ts";

/** Seconds after which to ask again, where whoever refused for now did not say. */
const RETRY_AFTER_SECONDS = 5;
/** How long a browser that came by https once never tries anything else: a year. */
const HTTPS_ONLY_SECONDS = 31_536_000;

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

/** A body that is JSON already. */
export function json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body, headers: { "Content-Type": "application/json", ...headers } };
}

/**
 * What every answer says, errors included, unless it says otherwise: nobody stores it, nobody guesses at its type. Where
 * browsers come by https they stay with it, and whoever is refused for now hears when to ask again.
 */
export function standingHeaders(status: number, publicUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(publicUrl?.startsWith("https:") && { "Strict-Transport-Security": `max-age=${HTTPS_ONLY_SECONDS}` }),
    ...(status === 503 && { "Retry-After": String(RETRY_AFTER_SECONDS) }),
  };
}
