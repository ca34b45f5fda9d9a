import type { RequestSource } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { type Operation, type OutputOf, type ReplyValue, readShape, writeJson } from "@cartulary/wire";
import type { Hono } from "hono";
import { countRequest } from "../guards/rate-limit.ts";
import { json } from "../transport/answer.ts";
import { formatOAuthError } from "../transport/errors.ts";
import { routePatterns } from "./implement.ts";
import { markAsServing } from "./mounted-operations.ts";
import { basicAuthenticationError, readOAuthRequest } from "./oauth-request.ts";
import { methodNotAllowed } from "./parse-request.ts";
import { type RequestDependencies, type Route, respond } from "./respond.ts";

/** Performs an operation with its parsed body. */
type Answering<Op extends Operation> = (
  input: OutputOf<Op, "body">,
  requestSource: RequestSource,
) => Promise<ReplyValue<Op["replies"][200], never>>;

/**
 * Mounts an operation with RFC 6749 conventions: forms and JSON as declared, client secrets in the body or in HTTP
 * Basic, errors with `error_description`, uncached responses. All body fields are optional texts; the reply is one
 * record.
 */
export function mountOAuth<Op extends Operation>(
  app: Hono,
  base: string,
  operation: Op,
  dependencies: RequestDependencies,
  answering: Answering<Op>,
): void {
  const { path, body, encodings = ["json"], replies } = operation;
  const { addressRateLimit, bodyTimeouts } = dependencies;
  const reply = replies[200];
  if (!body || typeof reply !== "object" || reply === null) throw new TypeError(`${operation.id} answers no record`);
  const answer = answering as (input: unknown, requestSource: RequestSource) => Promise<unknown>;
  const route: Route = { path, formatError: formatOAuthError, headers: UNCACHED };
  const perform = async (request: Request, requestSource: RequestSource) => {
    if (request.method !== "POST") throw methodNotAllowed(["POST"]);
    const { parameters, basic } = await readOAuthRequest(request, encodings, bodyTimeouts);
    const read = readShape(body, parameters);
    if (!read.ok) throw new TypeError(`Every parameter of ${path} is an optional text`);
    try {
      return json(200, writeJson(reply, await answer(read.value, requestSource)));
    } catch (error) {
      if (basic && error instanceof DomainError && error.code === "invalid_client")
        throw basicAuthenticationError(error.message);
      throw error;
    }
  };
  const handler = markAsServing([operation], (context) =>
    respond(context, dependencies, route, async (trace) => {
      if (addressRateLimit) countRequest(addressRateLimit, trace.requestSource.network, trace);
      return perform(context.req.raw, trace.requestSource);
    }),
  );
  for (const spelling of routePatterns(path.slice(base.length))) app.all(spelling, handler);
}

const UNCACHED = { "Cache-Control": "no-store", Pragma: "no-cache" };
