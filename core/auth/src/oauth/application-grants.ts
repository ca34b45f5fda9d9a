import { auditEvent } from "@cartulary/audit";
import { type Caller, type Clock, type NewId, service, single, type Transact, write } from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import type { ApplicationId } from "./application.ts";
import type { ApplicationGrant } from "./application-grant.ts";

/** What applications hold of somebody (auth.md 1.8). Everybody sees and ends their own. */
export interface ApplicationGrants {
  /** The applications that have tokens of the caller which live, by name. */
  list(caller: Caller, all: undefined): Promise<readonly ApplicationGrant[]>;
  /** Ends every token and code that this application has of the caller; ending twice is fine. */
  end(caller: Caller, id: ApplicationId): Promise<void>;
}

interface Dependencies {
  readonly transact: Transact<AuthStores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Grants over a database. */
export function createApplicationGrants({ transact, ...dependencies }: Dependencies): ApplicationGrants {
  const { clock } = dependencies;
  return service<ApplicationGrants, AuthStores>(transact, {
    list: single(({ tokens }, { userId }) => tokens.listGrants(userId, clock.now())),

    end: write(async ({ users, tokens, authorizationCodes, audit }, caller, id) => {
      // Whatever makes or ends tokens of a user locks the user first, so that nothing is made behind the back of an ending.
      await users.lock(caller.userId);
      await tokens.revokeIssued(caller.userId, id, clock.now());
      await authorizationCodes.removeOf(caller.userId, id);
      const deed = { action: "application_grant.revoked", resourceType: "oauth_application", resourceId: id };
      await audit.record(auditEvent(dependencies, caller, deed));
    }),
  });
}
