import { setTimeout } from "node:timers/promises";
import { ApiError } from "@cartulary/client";
import { codeOf, networkCode } from "../account/error-messages.ts";

/** Retries a request on temporary errors: 408, 429, 5xx of gateways, lost connections. */
export interface Retrier {
  /** The request must be idempotent. Rejects with the last error, or when aborted. */
  retry<Reply>(request: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply>;
}

/** Maximum attempts without a Retry-After, with pauses of half a second, one, two and so on. */
const TRIES = 7;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 60_000;

/** Creates a retrier. Network errors are only retried after a first response: before, the address is probably wrong. */
export function createRetrier(): Retrier {
  let hasReplied = false;

  async function attempt<Reply>(request: () => Promise<Reply>, signal?: AbortSignal, tries = 1): Promise<Reply> {
    try {
      const reply = await request();
      hasReplied = true;
      return reply;
    } catch (error) {
      hasReplied ||= error instanceof ApiError;
      if (!isTemporary(error, hasReplied) || (tries >= TRIES && !isAssembling(error))) throw error;
      await setTimeout(pauseMs(error, tries), undefined, signal && { signal });
      return attempt(request, signal, isAssembling(error) ? tries : tries + 1);
    }
  }

  return { retry: (request, signal) => attempt(request, signal) };
}

const TEMPORARY: readonly number[] = [408, 429, 502, 503, 504];

/** True when another attempt may succeed. */
function isTemporary(error: unknown, hasReplied: boolean): boolean {
  if (!(error instanceof ApiError)) return hasReplied && networkCode(error) !== null;
  return TEMPORARY.includes(error.status) || isAssembling(error) || codeOf(error) === "idempotency_in_progress";
}

/** True while the server assembles the file, which may take any time. */
const isAssembling = (error: unknown): boolean => codeOf(error) === "upload_processing";

function pauseMs(error: unknown, tries: number): number {
  const toldMs = error instanceof ApiError ? error.retryAfterMs : null;
  return Math.min(toldMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MS_MAX);
}
