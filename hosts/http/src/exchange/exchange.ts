import type { Context } from "hono";
import type { RateLimit } from "../guards/rate-limit.ts";
import { siteOf } from "../sessions/cookies.ts";
import {
  type Answer,
  type BodyEnd,
  json,
  measuredBody,
  type SentBody,
  standingHeaders,
  type Trace,
} from "../transport/answer.ts";
import { type ClientAddress, UNKNOWN_ADDRESS } from "../transport/client-address.ts";
import { type ErrorPrinter, INTERNAL_ERROR, printError, type Refusal, refusalOf } from "../transport/errors.ts";
import type { BodyPace } from "../transport/pace.ts";
import { mountPathOf } from "./mounted.ts";

/** Where structured events go. Any logger that takes an object and a message will do. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Makes a response of what an answer consists of. */
export interface NewResponse {
  (body: SentBody, init: { readonly status: number; readonly headers: Readonly<Record<string, string>> }): Response;
  /** How many bytes a text becomes, where the runtime can tell without encoding it. */
  readonly byteLength?: (text: string) => number;
}

/** Makes it as the platform does. */
export const platformResponse: NewResponse = (body, init) => new Response(body, init);

/** What every exchange needs. */
export interface ExchangeDependencies {
  readonly log: Log;
  /** Makes the X-Request-Id of each request; a random UUID when absent. */
  readonly newRequestId?: () => string;
  /** The runtime's own responses, where it has such that it sends as they stand; the platform's when absent. */
  readonly newResponse?: NewResponse;
  /** Where a request came from; when absent, nobody can be told from anybody else. */
  readonly clientAddress?: ClientAddress;
  /** Where browsers find us: links, forms and cookies stand below its path; where it is https they stay with that. */
  readonly publicUrl?: string;
  /** What each person and each connector may ask; as much as they like when absent. Shared by what is served together. */
  readonly rateLimit?: RateLimit;
  /** What each address may ask where nobody is known yet: endpoints of tokens, and credentials that open nothing. */
  readonly addressRateLimit?: RateLimit;
  /** How long clients may take to send a body; {@link BODY_PACE} when absent. */
  readonly bodyPace?: BodyPace;
}

/** One route as the log and the errors see it. */
export interface Route {
  /** The path with its parameters in braces; `null` when no route was found. */
  readonly path: string | null;
  readonly printError?: ErrorPrinter;
  /** How a refusal is answered; as JSON, printed by `printError`, when absent. */
  readonly refuse?: (refusal: Refusal, requestId: string) => Promise<Answer>;
  /** Headers of every answer, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What holds for all that one application serves, beside what its operations say. */
export interface Terms {
  /** How a refusal is printed; as everywhere when absent. */
  readonly printError?: ErrorPrinter;
  /** Headers of every answer, errors included; they win over the operations' own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What each address may ask; as much as it likes when absent. */
  readonly addressLimit?: RateLimit;
}

const API_VERSION = "1.0.0";

/** Statuses whose answers have no body, and say no length (RFC 9110 8.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * From a request to its response and its one log line, which is written when the last byte is handed over. Never rejects:
 * what is thrown becomes an error answer. The log alone learns why an answer is a 5xx.
 */
export async function exchange(
  context: Context,
  {
    log,
    newRequestId = () => crypto.randomUUID(),
    newResponse = platformResponse,
    clientAddress = () => UNKNOWN_ADDRESS,
    publicUrl,
  }: ExchangeDependencies,
  route: Route,
  work: (trace: Trace) => Promise<Answer>,
): Promise<Response> {
  const started = performance.now();
  const visitor = { ...clientAddress(context), requestId: newRequestId() };
  const { requestId, address } = visitor;
  const trace: Trace = { visitor, userId: null, headers: {} };
  const { answer, code } = await outcome(work, trace, route);
  const { status, body = null, cause } = answer;
  const { method } = context.req;
  const routed = route.path === null ? null : reachedPath(context, route.path, publicUrl);
  const ended = ({ bytes, error = cause }: BodyEnd) => {
    const ms = Math.round(performance.now() - started);
    const line = { method, route: routed, status, code, bytes, ms, requestId, userId: trace.userId, address };
    if (error === undefined) log.info(line, "request");
    else log.error({ ...line, err: error }, "request");
  };
  const headers = standingHeaders(status, publicUrl);
  for (const more of [answer.headers, trace.headers, route.headers]) add(more, headers);
  headers["X-Request-Id"] = requestId;
  headers["X-Api-Version"] = API_VERSION;
  const sent = measuredBody(method, body, ended, newResponse.byteLength);
  // Runtimes do not agree on what they say of a text whose length nobody names.
  if (sent.byteSize !== null && !BODILESS.has(status)) headers["Content-Length"] ??= String(sent.byteSize);
  return newResponse(sent.body, { status, headers });
}

/** The pattern of a route as clients see it: below the path that an embedder mounted us at, or a proxy serves us at. */
function reachedPath(context: Context, path: string, publicUrl: string | undefined): string {
  return (mountPathOf(context, path) || siteOf(publicUrl).base) + path;
}

/** Spreading them all into one object takes three times as long, at every request. */
function add(more: Readonly<Record<string, string>> | undefined, headers: Record<string, string>): void {
  for (const name in more) headers[name] = more[name] as string;
}

/** An answer, and the stable code of the refusal that it is, if it is one. */
interface Outcome {
  readonly answer: Answer;
  readonly code: string | null;
}

async function outcome(
  work: (trace: Trace) => Promise<Answer>,
  trace: Trace,
  { printError: print = printError, refuse = jsonRefusal(print) }: Route,
): Promise<Outcome> {
  try {
    return { answer: await work(trace), code: null };
  } catch (error) {
    const refusal = refusalOf(error) ?? INTERNAL_ERROR;
    const answer = await refuse(refusal, trace.visitor.requestId);
    return { answer: refusal.status >= 500 ? { ...answer, cause: error } : answer, code: refusal.code };
  }
}

const jsonRefusal =
  (print: ErrorPrinter): NonNullable<Route["refuse"]> =>
  async (refusal, requestId) =>
    json(refusal.status, JSON.stringify(print(refusal, requestId)), refusal.headers);
