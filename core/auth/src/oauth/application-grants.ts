import { auditEvent } from "@cartulary/audit";
import { type Caller, type Clock, type NewId, service, single, type Transact, write } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import type { ApplicationId } from "./application.ts";
import type { ApplicationGrant } from "./application-grant.ts";

/** Applications with tokens of a user (auth.md 1.8). Users see and revoke their own only. */
export interface ApplicationGrants {
  /** Lists the applications with valid tokens of the caller, by name. */
  list(caller: Caller, all: undefined): Promise<readonly ApplicationGrant[]>;
  /** Ends the application's tokens and codes of the caller; idempotent. */
  end(caller: Caller, id: ApplicationId): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<AuthStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createApplicationGrants({ transact, ...dependencies }: Dependencies): ApplicationGrants {
  const { clock } = dependencies;
  return service<ApplicationGrants, AuthStores>(transact, {
    list: single(({ tokens }, { userId }) => tokens.listGrants(userId, clock.now())),

    end: write(async ({ users, tokens, authorizationCodes, audit }, caller, id) => {
      // Locks the user first, as all code that creates or ends tokens of a user, so that no token is created meanwhile.
      await users.lock(caller.userId);
      await tokens.revokeIssued(caller.userId, id, clock.now());
      await authorizationCodes.removeOf(caller.userId, id);
      const entry = { action: "application_grant.revoked", resourceType: "oauth_application", resourceId: id };
      await audit.record(auditEvent(dependencies, caller, entry));
    }),
  });
}
