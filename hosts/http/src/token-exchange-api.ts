import type { TokenExchange } from "@cartulary/auth";
import { EXCHANGE_BASE, exchangeOperations } from "@cartulary/wire";
import { Hono } from "hono";
import type { ExchangeDependencies } from "./exchange/exchange.ts";
import { mountOAuth } from "./exchange/oauth-endpoint.ts";

/** What single sign-on needs. */
export interface TokenExchangeApiDependencies extends ExchangeDependencies {
  readonly tokenExchange: TokenExchange;
}

/** The token exchange, to be mounted at {@link EXCHANGE_BASE} or anywhere else. */
export function tokenExchangeApi(dependencies: TokenExchangeApiDependencies): Hono {
  const app = new Hono();
  mountOAuth(app, EXCHANGE_BASE, exchangeOperations.exchangeToken, dependencies, (request, visitor) =>
    dependencies.tokenExchange.exchange(request, visitor),
  );
  return app;
}
