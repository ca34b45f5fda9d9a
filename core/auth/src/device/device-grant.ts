import {
  type Id,
  type Instant,
  type Role,
  roleAllows,
  SCOPES,
  type Scope,
  scopesGrant,
  type UserId,
} from "@cartulary/kernel";
import { parseScopes } from "../tokens/scope.ts";

/** How long somebody may take to approve, and the program to come for its token (auth.md 1.7). */
export const DEVICE_GRANT_SECONDS = 900;
/** How often a program is told to ask. */
export const DEVICE_POLL_SECONDS = 5;
/** How long a grant is remembered after its time, so that a late poll is told what became of it. */
export const DEVICE_GRANT_RETENTION_SECONDS = 86_400;
/** Code points of the name that a program gives itself. */
export const CLIENT_NAME_MAX = 100;

/** What becomes of a grant; `consumed` once its token was picked up. */
export type DeviceState = "pending" | "approved" | "denied" | "consumed";

/** What each state may become. */
export const DEVICE_TRANSITIONS: Readonly<Record<DeviceState, readonly DeviceState[]>> = {
  pending: ["approved", "denied"],
  approved: ["consumed", "denied"],
  denied: [],
  consumed: [],
};

/** A program on some device that wants to act for somebody who is at a browser elsewhere (RFC 8628). */
export interface DeviceGrant {
  readonly id: Id<"DeviceGrant">;
  /** SHA-256 of the device code, lower-case hexadecimal; unique. */
  readonly deviceHash: string;
  /** SHA-256 of the letters of the user code; unique. */
  readonly userHash: string;
  readonly state: DeviceState;
  /** What the program calls itself; `null` when it does not say. */
  readonly clientName: string | null;
  /** Where it asked from, for whoever approves to see. */
  readonly address: string;
  /** What it asked for; once approved, what it gets. */
  readonly scopes: readonly Scope[];
  /** Who decided, and in which session; `null` while nobody has. */
  readonly userId: UserId | null;
  readonly sessionId: Id<"Session"> | null;
  readonly createdAt: Instant;
  /** Can be approved and picked up while now is before it. */
  readonly expiresAt: Instant;
}

/** What a poll meets, in the precedence of auth.md 1.7. */
export type PollOutcome = "already_consumed" | "access_denied" | "expired_token" | "authorization_pending" | "ready";

/**
 * What a poll of this grant is to be told now. `stands`: whoever approved is active, and so is that session. What was
 * picked up stays so after its time.
 */
export function pollOutcome(grant: DeviceGrant | null, stands: boolean, now: Instant): PollOutcome {
  if (grant?.state === "consumed") return "already_consumed";
  if (grant?.state === "denied" || (grant?.state === "approved" && !stands)) return "access_denied";
  if (!grant || now >= grant.expiresAt) return "expired_token";
  return grant.state === "approved" ? "ready" : "authorization_pending";
}

/** True when a grant in this state may become `to`. */
export function mayBecome(state: DeviceState, to: DeviceState): boolean {
  return DEVICE_TRANSITIONS[state].includes(to);
}

/** What somebody of this role may give to a program that asked for `asked`: all of it first, then ever less. */
export function grantableScopes(requested: readonly Scope[], role: Role): readonly (readonly Scope[])[] {
  const reached = SCOPES.filter((scope) => scopesGrant(requested, scope) && roleAllows(role, [scope]));
  return reached.toReversed().map((highest) => {
    const lower = requested.filter((scope) => SCOPES.indexOf(scope) < SCOPES.indexOf(highest));
    return [...lower, highest];
  });
}

/** The scopes that somebody chose, by what {@link grantableScopes} allows at most; `null` for a choice beyond it. */
export function chosenScopes(requested: readonly Scope[], role: Role, chosen: string): readonly Scope[] | null {
  const [most] = grantableScopes(requested, role);
  const scopes = chosen.trim() === "" ? most : parseScopes(chosen);
  if (!most || !scopes || scopes.length === 0) return null;
  return scopes.every((scope) => scopesGrant(most, scope)) ? scopes : null;
}
