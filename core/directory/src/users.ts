import {
  type Caller,
  type Clock,
  existing,
  type FieldError,
  type ListQuery,
  type NewId,
  type Page,
  presentErrors,
  requireAdministrator,
  requireSound,
  single,
  type UseCases,
  type UserId,
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
  removeErrors,
  requireMayCreate,
  requireMayRemove,
  requireMayUpdate,
  stepsDown,
  updateErrors,
} from "./user-rights.ts";

/**
 * The people who sign in. Everyone who does may read all of them; documents.md 2.4 says who may write.
 *
 * A user who does not exist is `not_found`; a refused field is `unprocessable_entity`, all of them at once.
 */
export interface Users {
  list(caller: Caller, query: ListQuery<UserField>): Promise<Page<User>>;
  get(caller: Caller, id: UserId): Promise<User>;
  /** Who is asking. */
  me(caller: Caller): Promise<User>;
  create(caller: Caller, input: NewUserInput): Promise<User>;
  update(caller: Caller, change: UserInput & { readonly id: UserId }): Promise<User>;
  /** Oneself and the last active super administrator stay: 422 on `id`. */
  remove(caller: Caller, id: UserId): Promise<void>;
}

/** Told of users inside the transaction that writes them, with its stores. What it throws undoes everything. */
export interface UserListener<Stores> {
  created?(stores: Stores, caller: Caller, user: User): Promise<void>;
  /** Only where something became different; `before` is what it was. */
  changed?(stores: Stores, caller: Caller, user: User, before: User): Promise<void>;
  /** Called while the user's row still stands, so that what refers to it can go first. */
  removed?(stores: Stores, caller: Caller, userId: UserId): Promise<void>;
}

/** What the use cases of users need beside their stores. */
export interface UserDependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  /** What is wrong with a password, by whoever keeps them: so that all refusals come together. */
  readonly passwordError: (password: string) => FieldError | null;
  readonly userListeners: readonly UserListener<Stores>[];
}

/** For packages that need these inside a transaction of their own, as core/auth does, which keeps the passwords. */
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
      requireSound(valueErrors({ ...input, emailAddress }, passwordError));
      requireMayCreate(caller, input);
      requireSound(await takenErrors(stores, input, null));
      const user = newUser(input, { id: newId<"User">(), now: clock.now() });
      await stores.users.insert(user);
      for (const listener of userListeners) await listener.created?.(stores, caller, user);
      return user;
    }),

    update: write(async (stores, caller, change) => {
      requireSound(valueErrors(change, passwordError));
      const mayStepDown = change.role !== undefined || change.active !== undefined;
      const { user, leavesNone } = await lock(stores, change.id, mayStepDown);
      const judged = { caller, user, leavesNoSuperAdmin: leavesNone && stepsDown(user, change) };
      requireMayUpdate(judged, change);
      requireSound([...(await takenErrors(stores, change, user)), ...updateErrors(judged, change)]);
      const changed = changedUser(user, change, clock.now());
      if (changed !== user) {
        await stores.users.update(changed);
        for (const listener of userListeners) await listener.changed?.(stores, caller, changed, user);
      }
      return changed;
    }),

    remove: write(async (stores, caller, id) => {
      // Judged before the user is looked for: it is the route that asks for the role.
      requireAdministrator(caller);
      const { user, leavesNone } = await lock(stores, id, true);
      const judged = { caller, user, leavesNoSuperAdmin: leavesNone && stepsDown(user, { active: false }) };
      requireMayRemove(judged);
      requireSound(removeErrors(judged));
      // With a user go memberships in groups (below) and, by the listeners that core/products puts together, permissions
      // (archive.ts), memberships in mandataires (agency.ts) and passwords, tokens and sessions (core/auth accounts.ts).
      for (const listener of userListeners) await listener.removed?.(stores, caller, id);
      await stores.members.removeOf(id);
      await stores.users.remove(id);
    }),
  };
}

/** Everything that is wrong with what an input says, whoever it is said of. */
function valueErrors(input: UserInput, passwordError: UserDependencies<never>["passwordError"]): readonly FieldError[] {
  const { password } = input;
  return [...userErrors(input), ...presentErrors(password === undefined ? null : passwordError(password))];
}

/** An e-mail address that somebody other than `self` has. */
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
  return existing(await users.find(id));
}

interface Locked {
  readonly user: User;
  /** True when no active super administrator is left besides this user. */
  readonly leavesNone: boolean;
}

/**
 * The user, and where a super administrator may go, all of these before: two that remove each other have to queue, and
 * whoever locks in one order never waits in a circle.
 */
async function lock({ users }: DirectoryStores, id: UserId, superAdminsToo: boolean): Promise<Locked> {
  const superAdmins = superAdminsToo ? await users.lockSuperAdmins() : null;
  const user = existing(await users.lock(id));
  return { user, leavesNone: superAdmins?.every((superAdmin) => superAdmin === id) ?? false };
}
