import {
  type Caller,
  type Clock,
  type FieldError,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  requireAdministrator,
  single,
  throwIfInvalid,
  type UseCases,
  type UserId,
  withoutNulls,
  write,
} from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";
import {
  changedUser,
  type NewUserInput,
  newUser,
  type User,
  type UserField,
  type UserInput,
  userErrors,
} from "./user.ts";
import {
  losesSuperAdmin,
  removeErrors,
  requireMayCreate,
  requireMayRemove,
  requireMayUpdate,
  updateErrors,
} from "./user-rights.ts";

/**
 * Users. All users may read them; documents.md 2.4 defines who may write.
 *
 * Unknown users are `not_found`; invalid fields are `unprocessable_entity`, all reported together.
 */
export interface Users {
  list(caller: Caller, query: ListQuery<UserField>): Promise<Page<User>>;
  get(caller: Caller, id: UserId): Promise<User>;
  /** Returns the caller's user. */
  me(caller: Caller): Promise<User>;
  create(caller: Caller, input: NewUserInput): Promise<User>;
  update(caller: Caller, change: UserInput & { readonly id: UserId }): Promise<User>;
  /** Throws 422 on `id` for oneself and for the last active super administrator. */
  remove(caller: Caller, id: UserId): Promise<void>;
}

/** Receives changes of users in their transaction; errors roll it back. */
export interface UserListener<Stores> {
  created?(stores: Stores, caller: Caller, user: User): Promise<void>;
  /** Called for actual changes only; `before` is the previous state. */
  changed?(stores: Stores, caller: Caller, user: User, before: User): Promise<void>;
  /** Called before the row is removed, so that references can be removed first. */
  removed?(stores: Stores, caller: Caller, userId: UserId): Promise<void>;
}

export interface UserDependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  /** Validates a password; passed in by core/auth, so that all field errors are reported together. */
  readonly passwordError: (password: string) => FieldError | null;
  readonly userListeners: readonly UserListener<Stores>[];
}

/** Use cases for packages that run them in their own transaction, such as core/auth. */
export function userUseCases<Stores extends DirectoryStores>({
  clock,
  newId,
  passwordError,
  userListeners,
}: UserDependencies<Stores>): UseCases<Users, Stores> {
  return {
    list: single((stores, _caller, query) => stores.users.list(query)),
    get: single((stores, _caller, id) => find(stores, id)),
    me: single((stores, caller) => find(stores, caller.userId)),

    create: write(async (stores, caller, input) => {
      requireAdministrator(caller);
      const { emailAddress = null } = input;
      throwIfInvalid(valueErrors({ ...input, emailAddress }, passwordError));
      requireMayCreate(caller, input);
      throwIfInvalid(await takenErrors(stores, input, null));
      const user = newUser(input, { id: newId<"User">(), now: clock.now() });
      await stores.users.insert(user);
      for (const listener of userListeners) await listener.created?.(stores, caller, user);
      return user;
    }),

    update: write(async (stores, caller, change) => {
      throwIfInvalid(valueErrors(change, passwordError));
      const mayStepDown = change.role !== undefined || change.active !== undefined;
      const { user, leavesNone } = await lock(stores, change.id, mayStepDown);
      const context = { caller, user, leavesNoSuperAdmin: leavesNone && losesSuperAdmin(user, change) };
      requireMayUpdate(context, change);
      throwIfInvalid([...(await takenErrors(stores, change, user)), ...updateErrors(context, change)]);
      const changed = changedUser(user, change, clock.now());
      if (changed !== user) {
        await stores.users.update(changed);
        for (const listener of userListeners) await listener.changed?.(stores, caller, changed, user);
      }
      return changed;
    }),

    remove: write(async (stores, caller, id) => {
      // Checked before the lookup, because the operation requires the role.
      requireAdministrator(caller);
      const { user, leavesNone } = await lock(stores, id, true);
      const context = { caller, user, leavesNoSuperAdmin: leavesNone && losesSuperAdmin(user, { active: false }) };
      requireMayRemove(context);
      throwIfInvalid(removeErrors(context));
      // Removing a user also removes memberships in groups (below) and, through listeners of core/products, permissions
      // (archive.ts), memberships in mandataires (agency.ts), and passwords, tokens and sessions (core/auth
      // accounts.ts).
      for (const listener of userListeners) await listener.removed?.(stores, caller, id);
      await stores.members.removeAllOfUser(id);
      await stores.users.remove(id);
    }),
  };
}

/** Validates the values of an input. */
function valueErrors(input: UserInput, passwordError: UserDependencies<never>["passwordError"]): readonly FieldError[] {
  const { password } = input;
  return [...userErrors(input), ...withoutNulls(password === undefined ? null : passwordError(password))];
}

/** Returns an error when another user than `self` has the e-mail address. */
async function takenErrors(
  { users }: DirectoryStores,
  { emailAddress }: UserInput,
  self: User | null,
): Promise<readonly FieldError[]> {
  const other = typeof emailAddress === "string" ? await users.findByEmail(emailAddress) : null;
  return other && other.id !== self?.id ? [EMAIL_ADDRESS_TAKEN] : [];
}

const EMAIL_ADDRESS_TAKEN: FieldError = {
  field: "emailAddress",
  code: "taken",
  message: "has already been taken",
};

async function find({ users }: DirectoryStores, id: UserId): Promise<User> {
  return orNotFound(await users.find(id));
}

interface Locked {
  readonly user: User;
  /** True when no other active super administrator exists. */
  readonly leavesNone: boolean;
}

/**
 * Locks the user; first all super administrators if one may be lost, so that two cannot remove each other concurrently.
 * The fixed order prevents deadlocks.
 */
async function lock({ users }: DirectoryStores, id: UserId, superAdminsToo: boolean): Promise<Locked> {
  const superAdmins = superAdminsToo ? await users.lockSuperAdmins() : null;
  const user = orNotFound(await users.lock(id));
  return { user, leavesNone: superAdmins?.every((superAdmin) => superAdmin === id) ?? false };
}
