import type { ConnectorArea, ConnectorAuthentication, FoundConnector } from "@cartulary/auth";
import { DomainError, notFound } from "@cartulary/kernel";
import { Hono } from "hono";
import { HttpRefusal } from "./errors.ts";
import { type ExchangeDependencies, exchange } from "./exchange.ts";

/** What the areas that connectors have to themselves need. */
export interface ConnectorAreaDependencies extends ExchangeDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
}

/** Where each area lies (auth.md 1.9). */
const AREA_BASES: Readonly<Record<ConnectorArea, string>> = {
  knowledge_graph: "/api/v1/knowledge_graph",
  portal: "/portal/v1",
};

/**
 * Both areas that only connectors' keys open, to be mounted at the root behind whatever is served in them: whatever else
 * is asked there is 401 without a key of that area, be the path known or not, and 404 with one.
 */
export function connectorAreas(dependencies: ConnectorAreaDependencies): Hono {
  const app = new Hono();
  for (const [area, base] of Object.entries(AREA_BASES) as [ConnectorArea, string][]) {
    // Its own path too: Hono's wildcard stands for what lies below it and for itself.
    app.all(`${base}/*`, ({ req }) =>
      exchange(req.raw, dependencies, { path: null }, async () => {
        await authenticateConnector(req.raw, area, dependencies);
        throw notFound();
      }),
    );
  }
  return app;
}

/**
 * Which connector is asking, by the one key in its X-Connector-Key header; whatever else a request brings is not looked
 * at. Refuses with 401 a key that is missing, empty, given twice, unknown, disabled, or another area's.
 */
export async function authenticateConnector(
  { headers }: Request,
  area: ConnectorArea,
  { connectorAuthentication }: Pick<ConnectorAreaDependencies, "connectorAuthentication">,
): Promise<FoundConnector> {
  try {
    return await connectorAuthentication.authenticate(headers.get("x-connector-key") ?? "", area);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== "unauthenticated") throw error;
    throw new HttpRefusal(401, error.code, error.message, { "WWW-Authenticate": "ApiKey" });
  }
}
