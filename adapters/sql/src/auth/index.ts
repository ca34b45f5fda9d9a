import type { AuthStores, BearerFinder, ConnectorFinder, SessionFinder } from "@cartulary/auth";
import { memberRows, userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createApplicationStore } from "./application-store.ts";
import { createAuthorizationCodeStore } from "./authorization-code-store.ts";
import { createBearerFinder } from "./bearer-finder.ts";
import { createConnectorFinder, createConnectorStore } from "./connector-store.ts";
import { createCredentialStore } from "./credential-store.ts";
import { createDeviceGrantStore } from "./device-grant-store.ts";
import { createFailureCountStore } from "./failure-count-store.ts";
import { createIdentityStore } from "./identity-store.ts";
import { createKnownNetworkStore } from "./known-network-store.ts";
import { authMigrations } from "./migrations.ts";
import { createRateLimitStore } from "./rate-limit-store.ts";
import { createRefreshReplyStore } from "./refresh-reply-store.ts";
import { createSessionFinder, createSessionStore } from "./session-store.ts";
import {
  applicationRows,
  authorizationCodeRows,
  connectorKeyRows,
  connectorRows,
  credentialRows,
  deviceGrantRows,
  identityRows,
  knownNetworkRows,
  rateLimitRows,
  refreshReplyRows,
  refusalRows,
  sessionRows,
  tokenRows,
  usedAssertionRows,
} from "./tables.ts";
import { createTokenStore } from "./token-store.ts";
import { createUsedAssertionStore } from "./used-assertion-store.ts";

/** The stores of this module; `users` belongs to the directory. */
export type OwnAuthStores = Pick<
  AuthStores,
  | "tokens"
  | "refreshReplies"
  | "authorizationCodes"
  | "credentials"
  | "applications"
  | "connectors"
  | "rateLimits"
  | "knownNetworks"
  | "refusals"
  | "sessions"
  | "deviceGrants"
  | "identities"
  | "usedAssertions"
>;

/** core/auth in SQL. Requires the module of the directory, for users and their groups. */
export const authModule: SqlModule<
  OwnAuthStores,
  { readonly bearers: BearerFinder; readonly sessionFinder: SessionFinder; readonly connectorFinder: ConnectorFinder }
> = sqlModule({
  name: "auth",
  entities: [
    tokenRows,
    refreshReplyRows,
    authorizationCodeRows,
    credentialRows,
    applicationRows,
    connectorRows,
    connectorKeyRows,
    rateLimitRows,
    knownNetworkRows,
    refusalRows,
    sessionRows,
    deviceGrantRows,
    identityRows,
    usedAssertionRows,
  ],
  joins: [userRows, memberRows],
  migrations: authMigrations,
  stores: {
    tokens: createTokenStore,
    refreshReplies: createRefreshReplyStore,
    authorizationCodes: createAuthorizationCodeStore,
    credentials: createCredentialStore,
    applications: createApplicationStore,
    connectors: createConnectorStore,
    rateLimits: createRateLimitStore,
    knownNetworks: createKnownNetworkStore,
    refusals: createFailureCountStore,
    sessions: createSessionStore,
    deviceGrants: createDeviceGrantStore,
    identities: createIdentityStore,
    usedAssertions: createUsedAssertionStore,
  },
  direct: (statements) => ({
    bearers: createBearerFinder(statements),
    sessionFinder: createSessionFinder(statements),
    connectorFinder: createConnectorFinder(statements),
  }),
});
