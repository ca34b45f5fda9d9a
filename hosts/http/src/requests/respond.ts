import { redactText } from "@cartulary/audit";
import type { Span, Tracer } from "@cartulary/kernel";
import type { Context } from "hono";
import type { RateLimit } from "../guards/rate-limit.ts";
import { siteOf } from "../sessions/cookies.ts";
import { type Answer, type BodyEnd, defaultHeaders, json, meteredBody, type Trace } from "../transport/answer.ts";
import type { BodyTimeouts } from "../transport/body-timeouts.ts";
import { type ClientAddress, UNKNOWN_ADDRESS } from "../transport/client-address.ts";
import {
  type ErrorFormatter,
  type ErrorResponse,
  formatError,
  INTERNAL_ERROR,
  toErrorResponse,
} from "../transport/errors.ts";
import { mountPathOf } from "./mounted-operations.ts";

/** Receives structured events. Any logger that takes an object and a message will do. */
export interface Log {
  /** Receives the lines of probes; absent: they are not written. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A request after the last byte of its response. */
export interface FinishedRequest {
  readonly method: string;
  /** The path with its parameters in braces; `null` if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** Dependencies of every exchange. */
export interface RequestDependencies {
  readonly log: Log;
  /** Creates the X-Request-Id of a request; a random UUID by default. */
  readonly newRequestId?: () => string;
  /** Returns the address of a request; without it, all requests count as from one unknown address. */
  readonly clientAddress?: ClientAddress;
  /** Public URL for browsers: links, forms and cookies use its path, and https if it has that. */
  readonly publicUrl?: string;
  /** Requests per user and connector; unlimited by default. Shared by everything served together. */
  readonly rateLimit?: RateLimit;
  /** Requests per address without authentication: token endpoints and failed credentials. */
  readonly addressRateLimit?: RateLimit;
  /** Called after every request, for metrics. */
  readonly onFinished?: (request: FinishedRequest) => void;
  /** Measures every request; it continues the trace of the header `traceparent`. */
  readonly tracer?: Tracer | undefined;
  /** Timeouts of request bodies; {@link DEFAULT_BODY_TIMEOUTS} by default. */
  readonly bodyTimeouts?: BodyTimeouts;
}

/** A route for the log and for errors. */
export interface Route {
  /** The path with its parameters in braces; `null` if no route matched. */
  readonly path: string | null;
  readonly formatError?: ErrorFormatter;
  /** Creates error responses; by default JSON from `formatError`. */
  readonly refuse?: (refusal: ErrorResponse, requestId: string) => Promise<Answer>;
  /** Headers of every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if a 5xx is nothing to look into: its line in the log is no error and has no cause. */
  readonly isExpected?: boolean;
}

/** Options of a whole mounted application. */
export interface MountOptions {
  /** Formats errors; as in the documents product by default. */
  readonly formatError?: ErrorFormatter;
  /** Headers of every response, errors included; they override those of operations. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests per address; unlimited by default. */
  readonly addressLimit?: RateLimit;
}

const API_VERSION = "1.0.0";

/** Statuses whose responses have neither body nor length (RFC 9110 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Handles a request and writes one log line when the last byte is sent. Never rejects: exceptions become error
 * responses. Only the log has the cause of a 5xx.
 */
export function respond(
  context: Context,
  dependencies: RequestDependencies,
  route: Route,
  work: (trace: Trace) => Promise<Answer>,
): Promise<Response> {
  const { tracer } = dependencies;
  if (!tracer) return respondTo(context, dependencies, route, work);
  const { method, raw } = context.req;
  const path = route.path === null ? null : reachedPath(context, route.path, dependencies.publicUrl);
  const span = tracer.start({
    name: path === null ? method : `${method} ${path}`,
    kind: "server",
    attributes: { "http.request.method": method, ...(path !== null && { "http.route": path }) },
    traceparent: raw.headers.get("traceparent"),
  });
  return span.within(() => respondTo(context, dependencies, route, work, span));
}

async function respondTo(
  context: Context,
  {
    log,
    newRequestId = () => crypto.randomUUID(),
    clientAddress = () => UNKNOWN_ADDRESS,
    publicUrl,
    onFinished,
  }: RequestDependencies,
  route: Route,
  work: (trace: Trace) => Promise<Answer>,
  span: Span | null = null,
): Promise<Response> {
  const started = performance.now();
  const requestSource = { ...clientAddress(context), requestId: newRequestId() };
  const { requestId, address } = requestSource;
  const trace: Trace = { requestSource: requestSource, userId: null, headers: {} };
  const { answer, code } = await outcome(work, trace, route);
  const { status, body = null, cause } = answer;
  const { method } = context.req;
  const routed = route.path === null ? null : reachedPath(context, route.path, publicUrl);
  const ended = ({ bytes, error = cause }: BodyEnd) => {
    const elapsed = performance.now() - started;
    const ms = Math.round(elapsed);
    onFinished?.({ method, route: routed, status, seconds: elapsed / 1000 });
    span?.set({ "http.response.status_code": status });
    span?.end(error);
    const path = routed ?? sentPath(context);
    const line = { method, path, status, code, bytes, ms, requestId, userId: trace.userId, address };
    // The last byte is sent outside the span.
    if (span) span.within(() => writeLine(log, route, line, error));
    else writeLine(log, route, line, error);
  };
  const headers = defaultHeaders(status, publicUrl);
  for (const more of [answer.headers, trace.headers, route.headers]) add(more, headers);
  headers["X-Request-Id"] = requestId;
  headers["X-Api-Version"] = API_VERSION;
  const sent = meteredBody(method, body, ended);
  // Runtimes differ in the headers of a text without Content-Length.
  if (sent.byteSize !== null && !BODILESS.has(status)) headers["Content-Length"] ??= String(sent.byteSize);
  const response = new Response(sent.body, { status, headers });
  for (const each of answer.cookies ?? []) response.headers.append("Set-Cookie", each);
  return response;
}

function writeLine(log: Log, { path }: Route, line: object, error: unknown): void {
  if (error !== undefined) log.error({ ...line, err: error }, "request");
  else if (path !== null && PROBES.has(path)) log.debug?.(line, "request");
  else log.info(line, "request");
}

/** Paths that monitoring requests every few seconds; their lines would bury all others. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Maximum characters of a path that no route matches. */
const SENT_PATH_MAX = 200;

/** Returns the path of a request without its query, shortened, for requests that no route matches. */
function sentPath({ req }: Context): string {
  return redactText(req.path.slice(0, 2 * SENT_PATH_MAX)).slice(0, SENT_PATH_MAX);
}

/** Returns the route as clients see it: below the embedder's mount path or the proxy's path. */
function reachedPath(context: Context, path: string, publicUrl: string | undefined): string {
  return (mountPathOf(context, path) || siteOf(publicUrl).base) + path;
}

/** Spreading all headers into one object takes three times as long, at every request. */
function add(more: Readonly<Record<string, string>> | undefined, headers: Record<string, string>): void {
  for (const name in more) headers[name] = more[name] as string;
}

/** A response and the code of its error, if any. */
interface Outcome {
  readonly answer: Answer;
  readonly code: string | null;
}

async function outcome(
  work: (trace: Trace) => Promise<Answer>,
  trace: Trace,
  { formatError: print = formatError, refuse = jsonRefusal(print), isExpected = false }: Route,
): Promise<Outcome> {
  try {
    return { answer: await work(trace), code: null };
  } catch (error) {
    const refusal = toErrorResponse(error) ?? INTERNAL_ERROR;
    const answer = await refuse(refusal, trace.requestSource.requestId);
    return { answer: refusal.status >= 500 && !isExpected ? { ...answer, cause: error } : answer, code: refusal.code };
  }
}

const jsonRefusal =
  (print: ErrorFormatter): NonNullable<Route["refuse"]> =>
  async (refusal, requestId) =>
    json(refusal.status, JSON.stringify(print(refusal, requestId)), refusal.headers);
