import type { TokenExchange } from "@cartulary/auth";
import { EXCHANGE_BASE, exchangeOperations } from "@cartulary/wire";
import { Hono } from "hono";
import { mountOAuth } from "./requests/oauth-endpoint.ts";
import type { RequestDependencies } from "./requests/respond.ts";

export interface TokenExchangeApiDependencies extends RequestDependencies {
  readonly tokenExchange: TokenExchange;
}

/** The token exchange, for any mount path such as {@link EXCHANGE_BASE}. */
export function tokenExchangeApi(dependencies: TokenExchangeApiDependencies): Hono {
  const app = new Hono();
  mountOAuth(app, EXCHANGE_BASE, exchangeOperations.exchangeToken, dependencies, (request, requestSource) =>
    dependencies.tokenExchange.exchange(request, requestSource),
  );
  return app;
}
