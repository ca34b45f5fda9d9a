import { DomainError, forbidden } from "./errors.ts";
import type { GroupId, Id, UserId } from "./ids.ts";
import type { Idempotency } from "./use-cases/replays.ts";

/** Roles of users, weakest first. */
export const ROLES = ["user", "manager", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of tokens, weakest first; each one includes those before it. */
export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Identifies a request in the log and in the audit trail. */
export interface RequestOrigin {
  /** The X-Request-Id of the request. */
  readonly requestId: string;
  /** The client's IP address as text, as rate limits use it, or a placeholder where the runtime knows none. */
  readonly address: string;
}

/** The authenticated caller. `role` is the user's current role, which may be lower than when the token was issued. */
export interface Caller extends Partial<RequestOrigin> {
  readonly userId: UserId;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly groupIds: readonly GroupId[];
  /** The token of the request; absent for browser sessions and local commands. */
  readonly tokenId?: Id<"Token">;
  /** The name of the application that the token was issued to; absent for personal tokens and without a token. */
  readonly clientName?: string;
  /** The browser session of the request; absent for tokens and local commands. */
  readonly sessionId?: Id<"Session">;
  /** Set for requests that create a record under an Idempotency-Key. */
  readonly idempotency?: Idempotency;
}

/** Returns the caller with the origin of the request. */
export function withOrigin({ requestId, address }: RequestOrigin, caller: Caller): Caller {
  return { ...caller, requestId, address };
}

/** True when `role` is at least `least`. */
export function isRoleAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/**
 * True when one of `scopes` is or includes `needed`.
 *
 * @example
 * ```ts
 * import { scopesGrant } from "@cartulary/kernel";
 *
 * scopesGrant(["write"], "read"); // true: writing includes reading
 * ```
 */
export function scopesGrant(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.some((scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed));
}

/** True for roles that administrate. No other function decides this. */
export function isAdministratorRole(role: Role): boolean {
  return isRoleAtLeast(role, "admin");
}

/** True when a user with this role may have a token with these scopes: `admin` is for administrators. */
export function roleAllows(role: Role, scopes: readonly Scope[]): boolean {
  return !scopes.includes("admin") || isAdministratorRole(role);
}

/** Returns the scopes that a token has now: without `admin` if its user is no longer an administrator. */
export function effectiveScopes(role: Role, scopes: readonly Scope[]): readonly Scope[] {
  if (roleAllows(role, scopes)) return scopes;
  return SCOPES.filter((scope) => scope !== "admin");
}

/** Administrators hold every right on every resource (documents.md 2.4). */
export function isAdministrator({ role }: Pick<Caller, "role">): boolean {
  return isAdministratorRole(role);
}

/** Throws 403 unless the caller is an administrator. */
export function requireAdministrator(caller: Caller): void {
  if (!isAdministrator(caller)) throw forbidden("This needs the role admin or above");
}

/** Throws 403 when the caller's role is below `least`. */
export function requireRole(caller: Caller, least: Role): void {
  if (!isRoleAtLeast(caller.role, least)) throw forbidden(`This needs the role ${least} or above`);
}

/** Throws 403 `insufficient_scope` unless the token grants `scope`. */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopesGrant(scopes, scope)) return;
  const message = `The token does not grant the scope ${scope}`;
  throw new DomainError("forbidden", "insufficient_scope", message, { scope });
}
