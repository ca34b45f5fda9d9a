import type { Visitor } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { type Operation, type OutputOf, type ReplyValue, readShape, writeJson } from "@cartulary/wire";
import type { Hono } from "hono";
import { countRequest } from "../guards/rate-limit.ts";
import { json } from "../transport/answer.ts";
import { printOAuthError } from "../transport/errors.ts";
import { methodNotAllowed } from "./asked.ts";
import { type ExchangeDependencies, exchange, type Route } from "./exchange.ts";
import { spellingsOf } from "./implement.ts";
import { serving } from "./mounted.ts";
import { basicRefused, readOAuthRequest } from "./oauth-request.ts";

/** What a request of an operation is read as, and what it answers. */
type Answering<Op extends Operation> = (
  input: OutputOf<Op, "body">,
  visitor: Visitor,
) => Promise<ReplyValue<Op["replies"][200], never>>;

/**
 * Serves one operation that speaks the language of RFC 6749: forms and JSON as it says, the client's secret in the body
 * or in HTTP Basic, errors with `error_description`, answers that nobody caches. The fields of its body are texts that may
 * all be absent; it answers one record.
 */
export function mountOAuth<Op extends Operation>(
  app: Hono,
  base: string,
  operation: Op,
  dependencies: ExchangeDependencies,
  answering: Answering<Op>,
): void {
  const { path, body, encodings = ["json"], replies } = operation;
  const { addressRateLimit, bodyPace } = dependencies;
  const reply = replies[200];
  if (!body || typeof reply !== "object" || reply === null) throw new TypeError(`${operation.id} answers no record`);
  const answer = answering as (input: unknown, visitor: Visitor) => Promise<unknown>;
  const route: Route = { path, printError: printOAuthError, headers: UNCACHED };
  const perform = async (request: Request, visitor: Visitor) => {
    if (request.method !== "POST") throw methodNotAllowed(["POST"]);
    const { parameters, basic } = await readOAuthRequest(request, encodings, bodyPace);
    const read = readShape(body, parameters);
    if (!read.ok) throw new TypeError(`Every parameter of ${path} is an optional text`);
    try {
      return json(200, writeJson(reply, await answer(read.value, visitor)));
    } catch (error) {
      if (basic && error instanceof DomainError && error.code === "invalid_client") throw basicRefused(error.message);
      throw error;
    }
  };
  const handler = serving([operation], (context) =>
    exchange(context, dependencies, route, async (trace) => {
      if (addressRateLimit) countRequest(addressRateLimit, trace.visitor.network, trace);
      return perform(context.req.raw, trace.visitor);
    }),
  );
  for (const spelling of spellingsOf(path.slice(base.length))) app.all(spelling, handler);
}

const UNCACHED = { "Cache-Control": "no-store", Pragma: "no-cache" };
