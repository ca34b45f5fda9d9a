import type { AuthStores, Bearers, SessionFinder } from "@cartulary/auth";
import { memberRows, userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../module.ts";
import { createApplicationStore } from "./application-store.ts";
import { createAuthorizationCodeStore } from "./authorization-code-store.ts";
import { createBearers } from "./bearers.ts";
import { createCredentialStore } from "./credential-store.ts";
import { authMigrations } from "./migrations.ts";
import { createRateLimitStore } from "./rate-limit-store.ts";
import { createSessionFinder, createSessionStore } from "./session-store.ts";
import {
  applicationRows,
  authorizationCodeRows,
  credentialRows,
  rateLimitRows,
  sessionRows,
  tokenRows,
} from "./tables.ts";
import { createTokenStore } from "./token-store.ts";

/** The stores that core/auth owns; `users` among its stores comes from the directory's module. */
export type OwnAuthStores = Pick<
  AuthStores,
  "tokens" | "authorizationCodes" | "credentials" | "applications" | "rateLimits" | "sessions"
>;

/** core/auth in SQL. Opened with the directory's module, whose users its bearers are, with their groups. */
export const authModule: SqlModule<
  OwnAuthStores,
  { readonly bearers: Bearers; readonly sessionFinder: SessionFinder }
> = sqlModule({
  name: "auth",
  entities: [tokenRows, authorizationCodeRows, credentialRows, applicationRows, rateLimitRows, sessionRows],
  joins: [userRows, memberRows],
  migrations: authMigrations,
  stores: (transaction): OwnAuthStores => ({
    tokens: createTokenStore(transaction),
    authorizationCodes: createAuthorizationCodeStore(transaction),
    credentials: createCredentialStore(transaction),
    applications: createApplicationStore(transaction),
    rateLimits: createRateLimitStore(transaction),
    sessions: createSessionStore(transaction),
  }),
  direct: (statements) => ({ bearers: createBearers(statements), sessionFinder: createSessionFinder(statements) }),
});
