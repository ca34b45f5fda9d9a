import { DomainError, forbidden } from "./errors.ts";
import type { GroupId, Id, UserId } from "./ids.ts";
import type { Idempotency } from "./use-cases/replays.ts";

/** What a person may be, weakest first. */
export const ROLES = ["user", "manager", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a token may ask for, weakest first; each one includes those before it. */
export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** By what a request is found again, in the log and in the trail. */
export interface RequestOrigin {
  /** The X-Request-Id of the request. */
  readonly requestId: string;
  /** The client's IP address as text, as the limits see it, or a word where the runtime knows none. */
  readonly address: string;
}

/**
 * Who is asking, as authentication found it: the role is the user's present one, not the one the token was made under.
 */
export interface Caller extends Partial<RequestOrigin> {
  readonly userId: UserId;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  readonly groupIds: readonly GroupId[];
  /** The token that was shown; absent for a page's session and at the machine. */
  readonly tokenId?: Id<"Token">;
  /** The name of the application that the token was given to; absent for a token of his own, and without one. */
  readonly program?: string;
  /** The page's session that was shown; absent for a token and at the machine. */
  readonly sessionId?: Id<"Session">;
  /** Set where the request makes a record and may be sent again: its work is done once. */
  readonly idempotency?: Idempotency;
}

/** A caller who asks by this request. */
export function askingBy({ requestId, address }: RequestOrigin, caller: Caller): Caller {
  return { ...caller, requestId, address };
}

/** True when `role` is at least `least`. */
export function roleReaches(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** True when one of `scopes` is or includes `needed`. */
export function scopesGrant(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.some((scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed));
}

/** Whether people of a role administrate: the one place that says which roles do. */
export function administrates(role: Role): boolean {
  return roleReaches(role, "admin");
}

/** True when somebody of this role may hold a token of these scopes: `admin` is for administrators. */
export function roleAllows(role: Role, scopes: readonly Scope[]): boolean {
  return !scopes.includes("admin") || administrates(role);
}

/** What a token is worth now: one made for an administrator who is none any more writes and reads, as people do. */
export function effectiveScopes(role: Role, scopes: readonly Scope[]): readonly Scope[] {
  if (roleAllows(role, scopes)) return scopes;
  return SCOPES.filter((scope) => scope !== "admin");
}

/** Administrators hold every right on every resource (documents.md 2.4). */
export function isAdministrator({ role }: Pick<Caller, "role">): boolean {
  return administrates(role);
}

/** Refuses with 403 whoever is no administrator. */
export function requireAdministrator(caller: Caller): void {
  if (!isAdministrator(caller)) throw forbidden("This needs the role admin or above");
}

/** Refuses with 403 when the caller's role is below `least`. */
export function requireRole(caller: Caller, least: Role): void {
  if (!roleReaches(caller.role, least)) throw forbidden(`This needs the role ${least} or above`);
}

/** Refuses with 403 `insufficient_scope` a caller whose token does not grant `scope`. */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopesGrant(scopes, scope)) return;
  const message = `The token does not grant the scope ${scope}`;
  throw new DomainError("forbidden", "insufficient_scope", message, { scope });
}
