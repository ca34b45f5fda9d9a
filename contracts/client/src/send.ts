import { ApiError } from "./api-error.ts";
import type { EncodedRequest } from "./encode.ts";
import type { Operation } from "./operation.ts";
import type { Settings } from "./settings.ts";
import type { CallOptions } from "./types.ts";

/** An answer below 400: its body as JSON, as text, or unread as the response itself. */
export interface Reply {
  readonly response: Response;
  readonly value: unknown;
}

const RETRY_AFTER_MAX_MS = 60_000;
const LOST_CONNECTION_MS = 1000;
const LOST_CONNECTION_GROWTH = 3;
const JITTER = 0.1;

/** Errors of the platform that mean that no answer came, or only a part of it. */
const lost = new WeakSet<object>();

/** True if the connection was lost; the error is the platform's own. */
export function isLostConnection(error: unknown): boolean {
  return typeof error === "object" && error !== null && lost.has(error);
}

/**
 * Sends a request and reads its answer, with retries. Rejects with an {@link ApiError} for a status of 400 or more, the
 * platform's TimeoutError, the reason of the caller's signal, or the platform's error for a lost connection.
 */
export async function send(
  operation: Operation,
  request: EncodedRequest,
  options: CallOptions,
  settings: Settings,
): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptOnce(operation, request, options, settings);
    } catch (error) {
      const delayMs = attempt < settings.retries ? retryDelayMs(error, request, attempt) : null;
      if (delayMs === null) throw error;
      await pause(delayMs, options.signal);
    }
  }
}

/** Milliseconds until the next attempt; null where there is none. */
function retryDelayMs(error: unknown, { method, headers, body }: EncodedRequest, attempt: number): number | null {
  if (body instanceof ReadableStream) return null;
  const backoffMs = jittered(LOST_CONNECTION_MS * LOST_CONNECTION_GROWTH ** attempt);
  if (isLostConnection(error)) {
    const isSafe = method === "GET" || method === "PUT" || method === "DELETE";
    return isSafe || (method === "POST" && headers.has("idempotency-key")) ? backoffMs : null;
  }
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return null;
  if (error.retryAfterMs === null) return backoffMs;
  return error.retryAfterMs > RETRY_AFTER_MAX_MS ? null : jittered(error.retryAfterMs);
}

/** Spreads what many clients wait, by a tenth to both sides. */
export function jittered(ms: number): number {
  return ms * (1 - JITTER + 2 * JITTER * Math.random());
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Sends a request; where the server refuses its token, once more with a new one. */
async function attemptOnce(
  operation: Operation,
  request: EncodedRequest,
  options: CallOptions,
  settings: Settings,
): Promise<Reply> {
  const { access } = settings;
  const hasToken = !operation.traits.has("open") && !operation.traits.has("connector");
  const token = hasToken && !request.headers.has("authorization") ? await access.current() : null;
  try {
    return await exchange(operation, request, token, options, settings);
  } catch (error) {
    const isRefused = token !== null && error instanceof ApiError && error.status === 401;
    if (!isRefused || request.body instanceof ReadableStream) throw error;
    const renewed = await access.replace(token).catch((cause) => refusedBecause(error, cause));
    if (renewed === null) throw error;
    return exchange(operation, request, renewed, options, settings);
  }
}

/** A refresh token that is refused as well leaves the first answer; any other failure may pass. */
function refusedBecause(error: ApiError, cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.status === 429 || cause.status >= 500) throw cause;
  error.cause = cause;
  throw error;
}

/** Sends a request once and reads the answer, within the time limit. */
async function exchange(
  { traits }: Operation,
  { url, method, headers, body }: EncodedRequest,
  token: string | null,
  { signal, timeoutMs }: CallOptions,
  settings: Settings,
): Promise<Reply> {
  const limit = timeLimit(timeoutMs ?? settings.timeoutMs, signal);
  const all = new Headers(headers);
  if (token !== null) all.set("authorization", `Bearer ${token}`);
  const init = { method, headers: all, body, signal: limit.signal, ...(body instanceof ReadableStream && HALF_DUPLEX) };
  try {
    const { fetch: platformFetch } = settings;
    const response = await orLost(platformFetch(url, init), limit.signal);
    const isDownload = response.status < 400 && (traits.has("response") || isOtherFormat(response, traits));
    if (isDownload) return { response, value: response };
    const text = await orLost(response.text(), limit.signal);
    if (response.status >= 400) throw new ApiError(response, text);
    return { response, value: bodyOf(response, traits, text) };
  } finally {
    limit.clear();
  }
}

/** A streamed body is sent before its answer is read (Fetch standard, `duplex`). */
const HALF_DUPLEX = { duplex: "half" } as const;

/** True for an answer in another format than JSON, which the call's Accept header chose. */
function isOtherFormat({ headers }: Response, traits: Operation["traits"]): boolean {
  const type = headers.get("content-type");
  return !traits.has("text") && type !== null && !/^(?:application\/(?:[\w.-]+\+)?json|text\/html)\b/.test(type);
}

function bodyOf({ headers }: Response, traits: Operation["traits"], text: string): unknown {
  const isJson = headers.get("content-type")?.includes("json") ?? false;
  if (isJson) return JSON.parse(text);
  return traits.has("text") ? text : undefined;
}

/** Marks a failure as a lost connection, unless the signal caused it. */
async function orLost<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (typeof error === "object" && error !== null) lost.add(error);
    throw error;
  }
}

interface TimeLimit {
  readonly signal: AbortSignal;
  clear(): void;
}

/** A signal that ends with the caller's, or with the platform's TimeoutError unless it is cleared before. */
function timeLimit(ms: number, callers?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError"));
  const timer = setTimeout(expire, ms);
  const signal = callers ? AbortSignal.any([controller.signal, callers]) : controller.signal;
  return { signal, clear: () => clearTimeout(timer) };
}
