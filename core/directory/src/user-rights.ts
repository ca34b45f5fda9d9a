import {
  type Caller,
  type FieldError,
  forbidden,
  isAdministrator,
  isAdministratorRole,
  requireAdministrator,
  requireRole,
  requireScope,
} from "@cartulary/kernel";
import { changedFields, type NewUserInput, type User, type UserInput } from "./user.ts";

/** Fields that users may change of themselves (documents.md 2.4). */
const OWN_FIELDS: readonly (keyof UserInput)[] = ["firstName", "lastName", "password"];

/** Fields of an administrator by which another user could take over or block the account. */
const GUARDED_FIELDS: readonly (keyof UserInput)[] = ["emailAddress", "password", "role", "active"];

/** The context of a decision about one user. */
export interface UserChangeContext {
  readonly caller: Caller;
  readonly user: User;
  /** True when the change would leave no active super administrator. */
  readonly leavesNoSuperAdmin: boolean;
}

/** Throws 403 unless the caller may create this user. */
export function requireMayCreate(caller: Caller, { role = "user" }: NewUserInput): void {
  requireAdministrator(caller);
  requireMayGive(caller, role);
}

/**
 * Throws 403 unless the caller may change these fields. Administrators change every user, users their own names and
 * password. Only super administrators grant administrator roles or change a super administrator; both need the `admin`
 * scope (auth.md 1.0). Changes that leave no super administrator are rejected by {@link updateErrors}, with the reason.
 */
export function requireMayUpdate({ caller, user, leavesNoSuperAdmin }: UserChangeContext, change: UserInput): void {
  const altered = changedFields(user, change);
  if (!isAdministrator(caller)) requireOwn(caller, user, altered);
  if (altered.includes("role")) requireMayGive(caller, change.role ?? user.role);
  if (!altered.some((field) => GUARDED_FIELDS.includes(field))) return;
  if (!leavesNoSuperAdmin) requireMayTouch(caller, user);
  if (isAdministratorRole(user.role)) requireScope(caller, "admin");
}

/** Throws 403 unless the administrator may delete the user. */
export function requireMayRemove({ caller, user, leavesNoSuperAdmin }: UserChangeContext): void {
  if (!leavesNoSuperAdmin) requireMayTouch(caller, user);
}

/**
 * Returns the errors that apply to every caller: users cannot deactivate themselves, and one super administrator must
 * remain.
 */
export function updateErrors(
  { caller, user, leavesNoSuperAdmin }: UserChangeContext,
  change: UserInput,
): readonly FieldError[] {
  const altered = changedFields(user, change);
  const errors: FieldError[] = [];
  if (leavesNoSuperAdmin && altered.includes("role")) errors.push(fieldError("role", LAST_SUPER_ADMIN));
  if (change.active === false && altered.includes("active")) {
    if (caller.userId === user.id) errors.push(fieldError("active", "can't be set to false for yourself"));
    else if (leavesNoSuperAdmin) errors.push(fieldError("active", LAST_SUPER_ADMIN));
  }
  return errors;
}

/** Returns the errors that apply to every caller. */
export function removeErrors({ caller, user, leavesNoSuperAdmin }: UserChangeContext): readonly FieldError[] {
  if (caller.userId === user.id) return [fieldError("id", "is your own; another administrator must delete you")];
  return leavesNoSuperAdmin ? [fieldError("id", LAST_SUPER_ADMIN)] : [];
}

/** True when the change ends an active super administrator. */
export function losesSuperAdmin(user: User, { role = user.role, active = user.active }: UserInput): boolean {
  return user.role === "super_admin" && user.active && (role !== "super_admin" || !active);
}

const LAST_SUPER_ADMIN = "belongs to the last active super administrator";

function fieldError(field: string, message: string): FieldError {
  return { field, code: "invalid", message };
}

function requireOwn(caller: Caller, user: User, altered: readonly (keyof UserInput)[]): void {
  if (caller.userId !== user.id) throw forbidden("Only administrators may change other users");
  if (altered.every((field) => OWN_FIELDS.includes(field))) return;
  throw forbidden("Only administrators may change more than the names and the password");
}

function requireMayGive(caller: Caller, role: User["role"]): void {
  if (!isAdministratorRole(role)) return;
  requireRole(caller, "super_admin");
  requireScope(caller, "admin");
}

function requireMayTouch(caller: Caller, user: User): void {
  if (user.role === "super_admin" && user.id !== caller.userId) requireRole(caller, "super_admin");
}
