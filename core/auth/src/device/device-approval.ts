import { auditEvent } from "@cartulary/audit";
import {
  type Clock,
  type Digests,
  DomainError,
  type FieldError,
  forbidden,
  invalid,
  type NewId,
  type Scope,
  type Transact,
} from "@cartulary/kernel";
import { PERSONAL_TOKENS_MAX, tooManyTokens } from "../accounts/personal-token.ts";
import { isFresh, type Session } from "../accounts/sessions.ts";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import type { AuthStores } from "../ports.ts";
import { chosenScopes, type DeviceGrant, mayBecome } from "./device-grant.ts";
import { readUserCode } from "./user-code.ts";

/** Codes that led nowhere which one person may type in ten minutes (auth.md 1.7). */
const WRONG_USER_CODES = { max: 5, windowMs: 600_000 } as const;

/** What somebody decides about a program that waits. */
export interface DeviceDecision {
  readonly decision: "approve" | "deny";
  /** As it was typed. */
  readonly userCode: string;
  /** Space separated, no more than what was asked; all of it when empty. */
  readonly scope: string;
}

/** The device flow as people see it, behind a page (auth.md 1.7). Nothing is approved by looking. */
export interface DeviceApproval {
  /**
   * The grant of a code: one that waits, or one that this person decided about. Any other code is 422
   * `user_code_refused`, and the sixth of these within ten minutes 429 `rate_limited`, as is then every code.
   */
  find(session: Session, userCode: string): Promise<DeviceGrant>;
  /**
   * Approves or denies. Deciding the same twice is fine. Approving asks for a password that was given lately, else it is
   * 403. Besides what {@link find} refuses: 422 on `scope` for more than
   * was asked or than the role may hold, 422 `too_many_tokens`.
   */
  decide(session: Session, decision: DeviceDecision): Promise<DeviceGrant>;
}

interface Dependencies {
  readonly transact: Transact<AuthStores>;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
}

/** Approval over a database. */
export function createDeviceApproval(dependencies: Dependencies): DeviceApproval {
  const { transact, rateLimiter } = dependencies;

  /** Every code counts as a wrong one until it proves right, so that guesses beside each other are counted too. */
  async function counted<Result>({ caller }: Session, work: () => Promise<Result | null>): Promise<Result> {
    const hit = await rateLimiter.hit({ key: `user codes of ${caller.userId}`, ...WRONG_USER_CODES });
    if (!hit.ok) throw rateLimited(hit);
    let wrong = false;
    try {
      const result = await work();
      wrong = result === null;
      if (result !== null) return result;
    } finally {
      if (!wrong) await rateLimiter.giveBack(hit);
    }
    throw new DomainError("invalid", "user_code_refused", "No program waits with this code; it may be too old");
  }

  return {
    find: (session, userCode) =>
      counted(session, () => transact.read((stores) => grantFor(stores, dependencies, session, userCode))),
    decide: (session, decision) =>
      counted(session, () => transact.write((stores) => decided(stores, dependencies, session, decision))),
  };
}

async function grantFor(
  { deviceGrants }: AuthStores,
  { clock, digests }: Dependencies,
  { caller }: Session,
  typed: string,
): Promise<DeviceGrant | null> {
  const letters = readUserCode(typed);
  const grant = letters && (await deviceGrants.findByUserCode(digests.sha256(letters)));
  if (!grant || clock.now() >= grant.expiresAt) return null;
  return grant.userId === null || grant.userId === caller.userId ? grant : null;
}

async function decided(
  stores: AuthStores,
  dependencies: Dependencies,
  session: Session,
  { decision, userCode, scope }: DeviceDecision,
): Promise<DeviceGrant | null> {
  const { users, tokens, deviceGrants, audit } = stores;
  const user = await users.lock(session.caller.userId);
  const grant = user && (await grantFor(stores, dependencies, session, userCode));
  if (!grant) return null;
  const state = decision === "approve" ? "approved" : "denied";
  if (!mayBecome(grant.state, state)) return grant;
  if (state === "approved" && !isFresh(session, dependencies.clock.now())) {
    throw forbidden("Give the password again before approving");
  }
  const scopes = state === "approved" ? chosenScopes(grant.scopes, user.role, scope) : grant.scopes;
  if (!scopes) throw invalid(UNFIT_SCOPE);
  if (state === "approved" && (await tokens.countPersonal(user.id, dependencies.clock.now())) >= PERSONAL_TOKENS_MAX) {
    throw tooManyTokens();
  }
  const next: DeviceGrant = { ...grant, state, scopes, userId: user.id, sessionId: session.id };
  // Somebody else may have been faster; then the code is theirs.
  if (!(await deviceGrants.decide(next, grant.state))) return null;
  await audit.record(decisionEvent(dependencies, session, next, scopes));
  return next;
}

const UNFIT_SCOPE: FieldError = {
  field: "scope",
  code: "inclusion",
  message: "is more than was asked, or than your role may hold",
};

function decisionEvent(
  dependencies: Dependencies,
  { caller }: Session,
  { id, state, clientName, address }: DeviceGrant,
  scopes: readonly Scope[],
) {
  const deed = { action: `device_grant.${state}`, resourceType: "device_grant", resourceId: id };
  return auditEvent(dependencies, caller, { ...deed, detail: { client_name: clientName, address, scopes } });
}
