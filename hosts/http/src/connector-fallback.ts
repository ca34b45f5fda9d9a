import type { ConnectorArea, ConnectorAuthentication } from "@cartulary/auth";
import { notFound } from "@cartulary/kernel";
import { KNOWLEDGE_GRAPH_BASE, PORTAL_BASE } from "@cartulary/wire";
import { Hono } from "hono";
import { countFailedCredentials } from "./guards/authenticate.ts";
import { authenticateConnector } from "./guards/authenticate-connector.ts";
import { countRequest } from "./guards/rate-limit.ts";
import { type MountOptions, type RequestDependencies, respond } from "./requests/respond.ts";
import { formatRentalError } from "./transport/errors.ts";

export interface ConnectorAreaDependencies extends RequestDependencies {
  readonly connectorAuthentication: ConnectorAuthentication;
}

/** The base path of each area (auth.md 1.9). */
const AREA_BASES: Readonly<Record<ConnectorArea, string>> = {
  knowledge_graph: KNOWLEDGE_GRAPH_BASE,
  portal: PORTAL_BASE,
};

/** Errors below the portal have the format of the rental product (rental.md §4). */
const TERMS: Readonly<Partial<Record<ConnectorArea, MountOptions>>> = { portal: { formatError: formatRentalError } };

/**
 * The fallback of both connector areas, mounted at the root after their operations: 401 without a key of the area,
 * whether the path is known or not, and 404 with one.
 */
export function connectorAreas(dependencies: ConnectorAreaDependencies): Hono {
  const app = new Hono();
  for (const [area, base] of Object.entries(AREA_BASES) as [ConnectorArea, string][]) {
    // Hono's wildcard matches the base path itself too.
    app.all(`${base}/*`, (context) =>
      respond(context, dependencies, { path: null, ...TERMS[area] }, async (trace) => {
        const { connectorAuthentication, rateLimit } = dependencies;
        const known = authenticateConnector(context.req.raw, area, connectorAuthentication, trace.requestSource);
        const { id } = await countFailedCredentials(known, dependencies, trace);
        if (rateLimit) countRequest(rateLimit, id, trace);
        throw notFound();
      }),
    );
  }
  return app;
}
