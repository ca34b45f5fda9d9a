import {
  administrates,
  type Caller,
  type FieldError,
  forbidden,
  isAdministrator,
  requireAdministrator,
  requireRole,
  requireScope,
} from "@cartulary/kernel";
import { alteredFields, type NewUserInput, type User, type UserInput } from "./user.ts";

/** What people may change about themselves (documents.md 2.4). */
const OWN_FIELDS: readonly (keyof UserInput)[] = ["firstName", "lastName", "password"];

/** Whoever sets one of these of an administrator could become that person, or put that person out. */
const GUARDED_FIELDS: readonly (keyof UserInput)[] = ["emailAddress", "password", "role", "active"];

/** What a decision about one user rests on. */
export interface Judged {
  readonly caller: Caller;
  readonly user: User;
  /** True when what is asked would leave no active super administrator. */
  readonly leavesNoSuperAdmin: boolean;
}

/** Refuses with 403 who may not make this user. */
export function requireMayCreate(caller: Caller, { role = "user" }: NewUserInput): void {
  requireAdministrator(caller);
  requireMayGive(caller, role);
}

/**
 * Refuses with 403 who may not change this of that user: administrators change everybody, people their own names and
 * password. Super administrators alone give the roles of administrators, and put their hand on one of themselves.
 * What would leave none of these is not refused here but by {@link updateErrors}, which tells why. Whatever makes an
 * administrator, or puts a hand on one, asks the scope `admin` too (auth.md 1.0).
 */
export function requireMayUpdate({ caller, user, leavesNoSuperAdmin }: Judged, change: UserInput): void {
  const altered = alteredFields(user, change);
  if (!isAdministrator(caller)) requireOwn(caller, user, altered);
  if (altered.includes("role")) requireMayGive(caller, change.role ?? user.role);
  if (!altered.some((field) => GUARDED_FIELDS.includes(field))) return;
  if (!leavesNoSuperAdmin) requireMayTouch(caller, user);
  if (administrates(user.role)) requireScope(caller, "admin");
}

/** Refuses with 403 which administrator may not delete that user. */
export function requireMayRemove({ caller, user, leavesNoSuperAdmin }: Judged): void {
  if (!leavesNoSuperAdmin) requireMayTouch(caller, user);
}

/** What forbids this change whoever asks: nobody shuts himself out, and one super administrator always stays. */
export function updateErrors({ caller, user, leavesNoSuperAdmin }: Judged, change: UserInput): readonly FieldError[] {
  const altered = alteredFields(user, change);
  const errors: FieldError[] = [];
  if (leavesNoSuperAdmin && altered.includes("role")) errors.push(refusal("role", LAST_SUPER_ADMIN));
  if (change.active === false && altered.includes("active")) {
    if (caller.userId === user.id) errors.push(refusal("active", "can't be taken from oneself"));
    else if (leavesNoSuperAdmin) errors.push(refusal("active", LAST_SUPER_ADMIN));
  }
  return errors;
}

/** What forbids this deletion whoever asks. */
export function removeErrors({ caller, user, leavesNoSuperAdmin }: Judged): readonly FieldError[] {
  if (caller.userId === user.id) return [refusal("id", "is your own: somebody else has to delete you")];
  return leavesNoSuperAdmin ? [refusal("id", LAST_SUPER_ADMIN)] : [];
}

/** True when the user would be an active super administrator no longer. */
export function stepsDown(user: User, { role = user.role, active = user.active }: UserInput): boolean {
  return user.role === "super_admin" && user.active && (role !== "super_admin" || !active);
}

const LAST_SUPER_ADMIN = "belongs to the last active super administrator";

function refusal(field: string, message: string): FieldError {
  return { field, code: "invalid", message };
}

function requireOwn(caller: Caller, user: User, altered: readonly (keyof UserInput)[]): void {
  if (caller.userId !== user.id) throw forbidden("Only administrators change other people");
  if (altered.every((field) => OWN_FIELDS.includes(field))) return;
  throw forbidden("Only administrators change more of a person than the names and the password");
}

function requireMayGive(caller: Caller, role: User["role"]): void {
  if (!administrates(role)) return;
  requireRole(caller, "super_admin");
  requireScope(caller, "admin");
}

function requireMayTouch(caller: Caller, user: User): void {
  if (user.role === "super_admin" && user.id !== caller.userId) requireRole(caller, "super_admin");
}
