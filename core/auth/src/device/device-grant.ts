import {
  type Id,
  type Instant,
  type Role,
  roleAllows,
  SCOPES,
  type Scope,
  scopesGrant,
  type Transitions,
  transitions,
  type UserId,
} from "@cartulary/kernel";
import { parseScopes } from "../tokens/scope.ts";

/** Time for approving a grant and picking up its token (auth.md 1.7). */
export const DEVICE_GRANT_SECONDS = 900;
/** Poll interval that responses give to clients. */
export const DEVICE_POLL_SECONDS = 5;
/** Time for which an expired grant is stored, so that late polls get a precise error. */
export const DEVICE_GRANT_RETENTION_SECONDS = 86_400;
/** Maximum length of a client's name in code points. */
export const CLIENT_NAME_MAX = 100;

/** States of a grant; `consumed` after its token was picked up. */
export type DeviceState = "pending" | "approved" | "denied" | "consumed";

/** The states that each state may become. */
export const deviceTransitions: Transitions<DeviceState> = transitions({
  pending: ["approved", "denied"],
  approved: ["consumed", "denied"],
  denied: [],
  consumed: [],
});

/** A request of a client without a browser, to be approved by a user in a browser (RFC 8628). */
export interface DeviceGrant {
  readonly id: Id<"DeviceGrant">;
  /** SHA-256 of the device code, lower-case hexadecimal; unique. */
  readonly deviceHash: string;
  /** SHA-256 of the letters of the user code; unique. */
  readonly userHash: string;
  readonly state: DeviceState;
  /** `null` when the client sent none. */
  readonly clientName: string | null;
  /** Address of the client, shown to the approving user. */
  readonly address: string;
  /** The requested scopes; once approved, the granted ones. */
  readonly scopes: readonly Scope[];
  /** The user who decided, and the session used; `null` while pending. */
  readonly userId: UserId | null;
  readonly sessionId: Id<"Session"> | null;
  readonly createdAt: Instant;
  /** Can be approved and picked up before this time. */
  readonly expiresAt: Instant;
}

/** Results of a poll, in the order of precedence of auth.md 1.7. */
export type PollOutcome = "already_consumed" | "access_denied" | "expired_token" | "authorization_pending" | "ready";

/**
 * Decides the result of a poll. `isApprovalValid`: the approving user is active and the approving session exists. A
 * consumed grant stays consumed after its expiry.
 */
export function pollOutcome(grant: DeviceGrant | null, isApprovalValid: boolean, now: Instant): PollOutcome {
  if (grant?.state === "consumed") return "already_consumed";
  if (grant?.state === "denied" || (grant?.state === "approved" && !isApprovalValid)) return "access_denied";
  if (!grant || now >= grant.expiresAt) return "expired_token";
  return grant.state === "approved" ? "ready" : "authorization_pending";
}

/** Lists the sets of scopes that a user with this role may grant, largest first. */
export function grantableScopes(requested: readonly Scope[], role: Role): readonly (readonly Scope[])[] {
  const reached = SCOPES.filter((scope) => scopesGrant(requested, scope) && roleAllows(role, [scope]));
  return reached.toReversed().map((highest) => {
    const lower = requested.filter((scope) => SCOPES.indexOf(scope) < SCOPES.indexOf(highest));
    return [...lower, highest];
  });
}

/** Parses the scopes that a user chose; `null` if they exceed the largest of {@link grantableScopes}. */
export function requestedScopes(requested: readonly Scope[], role: Role, chosen: string): readonly Scope[] | null {
  const [most] = grantableScopes(requested, role);
  const scopes = chosen.trim() === "" ? most : parseScopes(chosen);
  if (!most || !scopes || scopes.length === 0) return null;
  return scopes.every((scope) => scopesGrant(most, scope)) ? scopes : null;
}
