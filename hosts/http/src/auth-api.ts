import type { SignIn, Visitor } from "@cartulary/auth";
import { DomainError } from "@cartulary/kernel";
import { OAUTH_BASE, readShape, TokenRequest, tokenOperations, writeShape } from "@cartulary/wire";
import { Hono } from "hono";
import { printOAuthError } from "./errors.ts";
import { type Answer, type ExchangeDependencies, exchange, json, type Route, visitorOf } from "./exchange.ts";
import { methodNotAllowed } from "./implement.ts";
import { basicRefused, readOAuthRequest } from "./oauth-request.ts";

/** What the OAuth endpoints need. */
export interface AuthApiDependencies extends ExchangeDependencies {
  readonly signIn: SignIn;
}

/**
 * The OAuth endpoints, to be mounted at {@link OAUTH_BASE} or anywhere else. They speak the language of RFC 6749: forms
 * as well as JSON, errors with `error_description`, answers that nobody caches.
 */
export function authApi(dependencies: AuthApiDependencies): Hono {
  const app = new Hono();
  const { path, replies } = tokenOperations.createToken;
  const route: Route = { path, printError: printOAuthError, headers: UNCACHED };
  for (const spelling of [path.slice(OAUTH_BASE.length), `${path.slice(OAUTH_BASE.length)}/`]) {
    app.all(spelling, (context) =>
      exchange(context.req.raw, dependencies, route, async (trace) => {
        if (context.req.raw.method !== "POST") throw methodNotAllowed(["POST"]);
        const visitor = visitorOf(context, dependencies, trace);
        return token(context.req.raw, visitor, dependencies.signIn, replies[200]);
      }),
    );
  }
  return app;
}

const UNCACHED = { "Cache-Control": "no-store", Pragma: "no-cache" };

async function token(
  request: Request,
  visitor: Visitor,
  signIn: SignIn,
  reply: (typeof tokenOperations.createToken.replies)[200],
): Promise<Answer> {
  const { parameters, basic } = await readOAuthRequest(request);
  const read = readShape(TokenRequest, parameters);
  if (!read.ok) throw new TypeError("Every parameter of a token request is an optional text");
  try {
    return json(200, writeShape(reply, await signIn.token(read.value, visitor)));
  } catch (error) {
    if (basic && error instanceof DomainError && error.code === "invalid_client") throw basicRefused(error.message);
    throw error;
  }
}
