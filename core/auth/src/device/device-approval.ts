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
import { isRecentlyAuthenticated, type Session } from "../accounts/sessions.ts";
import { type RateLimiter, rateLimited } from "../limits/rate-limiter.ts";
import type { AuthStores } from "../ports.ts";
import { type DeviceGrant, deviceTransitions, requestedScopes } from "./device-grant.ts";
import { readUserCode } from "./user-code.ts";

/** Wrong user codes that one user may enter in ten minutes (auth.md 1.7). */
const WRONG_USER_CODES = { max: 5, windowMs: 600_000 } as const;

/** A user's decision about a device request. */
export interface DeviceDecision {
  readonly decision: "approve" | "deny";
  /** As typed. */
  readonly userCode: string;
  /** Space separated, at most the requested scopes; empty for all of them. */
  readonly scope: string;
}

/** The device flow for users, behind a page (auth.md 1.7). Reading never approves. */
export interface DeviceApproval {
  /**
   * Returns the pending grant of a code, or one that this user decided. Throws 422 `user_code_refused` for other codes,
   * and 429 `rate_limited` for every code after five wrong ones within ten minutes.
   */
  find(session: Session, userCode: string): Promise<DeviceGrant>;
  /**
   * Approves or denies; idempotent. Approving requires a recently entered password, else 403. Throws like {@link find};
   * 422 on `scope` for more than was requested or the role allows; 422 `too_many_tokens`.
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

export function createDeviceApproval(dependencies: Dependencies): DeviceApproval {
  const { transact, rateLimiter } = dependencies;

  /** Counts every code as wrong until it proves right, so that concurrent guesses are counted too. */
  async function withGuessLimit<Result>({ caller }: Session, work: () => Promise<Result | null>): Promise<Result> {
    const hit = await rateLimiter.hit({ key: `user codes of ${caller.userId}`, ...WRONG_USER_CODES });
    if (!hit.ok) throw rateLimited(hit);
    let wrong = false;
    try {
      const result = await work();
      wrong = result === null;
      if (result !== null) return result;
    } finally {
      if (!wrong) await rateLimiter.refund(hit);
    }
    throw new DomainError("invalid", "user_code_refused", "This code is unknown or has expired");
  }

  return {
    find: (session, userCode) =>
      withGuessLimit(session, () => transact.read((stores) => grantFor(stores, dependencies, session, userCode))),
    decide: (session, decision) =>
      withGuessLimit(session, () => transact.write((stores) => decideGrant(stores, dependencies, session, decision))),
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

async function decideGrant(
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
  if (!deviceTransitions.allows(grant.state, state)) return grant;
  if (state === "approved" && !isRecentlyAuthenticated(session, dependencies.clock.now())) {
    throw forbidden("Confirm your password before approving");
  }
  const scopes = state === "approved" ? requestedScopes(grant.scopes, user.role, scope) : grant.scopes;
  if (!scopes) throw invalid(UNFIT_SCOPE);
  if (state === "approved" && (await tokens.countPersonal(user.id, dependencies.clock.now())) >= PERSONAL_TOKENS_MAX) {
    throw tooManyTokens();
  }
  const next: DeviceGrant = { ...grant, state, scopes, userId: user.id, sessionId: session.id };
  // If another user decided first, the code is not valid for this one.
  if (!(await deviceGrants.decide(next, grant.state))) return null;
  await audit.record(decisionEvent(dependencies, session, next, scopes));
  return next;
}

const UNFIT_SCOPE: FieldError = {
  field: "scope",
  code: "inclusion",
  message: "exceeds the requested scopes or those that your role allows",
};

function decisionEvent(
  dependencies: Dependencies,
  { caller }: Session,
  { id, state, clientName, address }: DeviceGrant,
  scopes: readonly Scope[],
) {
  const entry = { action: `device_grant.${state}`, resourceType: "device_grant", resourceId: id };
  return auditEvent(dependencies, caller, { ...entry, detail: { client_name: clientName, address, scopes } });
}
