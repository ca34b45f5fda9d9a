import { auditOperations } from "./audit-events.ts";
import { connectorOperations } from "./connectors.ts";
import { jobOperations } from "./jobs.ts";
import { oauthApplicationOperations } from "./oauth-applications.ts";

export * from "./activation-page.ts";
export * from "./audit-events.ts";
export * from "./authorization-server.ts";
export * from "./authorize-page.ts";
export * from "./connectors.ts";
export * from "./device-flow.ts";
export * from "./jobs.ts";
export * from "./oauth-applications.ts";
export * from "./personal-tokens.ts";
export * from "./sign-in-pages.ts";
export * from "./token.ts";
export * from "./token-exchange.ts";
export * from "./token-pages.ts";

/** Administration operations outside the products. */
export const administrationOperations: typeof oauthApplicationOperations &
  typeof connectorOperations &
  typeof auditOperations &
  typeof jobOperations = {
  ...oauthApplicationOperations,
  ...connectorOperations,
  ...auditOperations,
  ...jobOperations,
};
