import type { ConnectorArea, ConnectorAuthentication } from "@cartulary/auth";
import { notFound } from "@cartulary/kernel";
import { KNOWLEDGE_GRAPH_BASE, PORTAL_BASE } from "@cartulary/wire";
import { Hono } from "hono";
import { type ExchangeDependencies, exchange, type Terms } from "./exchange/exchange.ts";
import { identified } from "./guards/authenticate.ts";
import { authenticateConnector } from "./guards/authenticate-connector.ts";
import { countRequest } from "./guards/rate-limit.ts";
import { printRentalError } from "./transport/errors.ts";

/** What the areas that connectors have to themselves need. */
export interface ConnectorAreaDependencies extends ExchangeDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
}

/** Where each area lies (auth.md 1.9). */
const AREA_BASES: Readonly<Record<ConnectorArea, string>> = {
  knowledge_graph: KNOWLEDGE_GRAPH_BASE,
  portal: PORTAL_BASE,
};

/** What is refused below the portal is printed as the rental product's refusals are (rental.md §4). */
const TERMS: Readonly<Partial<Record<ConnectorArea, Terms>>> = { portal: { printError: printRentalError } };

/**
 * Both areas that only connectors' keys open, to be mounted at the root behind whatever is served in them: whatever else
 * is asked there is 401 without a key of that area, be the path known or not, and 404 with one.
 */
export function connectorAreas(dependencies: ConnectorAreaDependencies): Hono {
  const app = new Hono();
  for (const [area, base] of Object.entries(AREA_BASES) as [ConnectorArea, string][]) {
    // Its own path too: Hono's wildcard stands for what lies below it and for itself.
    app.all(`${base}/*`, (context) =>
      exchange(context, dependencies, { path: null, ...TERMS[area] }, async (trace) => {
        const { connectorAuthentication, rateLimit } = dependencies;
        const known = authenticateConnector(context.req.raw, area, connectorAuthentication, trace.visitor);
        const { id } = await identified(known, dependencies, trace);
        if (rateLimit) countRequest(rateLimit, id, trace);
        throw notFound();
      }),
    );
  }
  return app;
}
