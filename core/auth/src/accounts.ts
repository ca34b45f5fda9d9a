import { auditEvent } from "@cartulary/audit";
import {
  type NewUserInput,
  type User,
  type UserDependencies,
  type UserInput,
  type UserListener,
  type Users,
  userUseCases,
} from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  create,
  existing,
  type Instant,
  isAdministrator,
  type ReplayStores,
  service,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import { normalisedPassword, passwordError } from "./password.ts";
import { type AuthStores, type PasswordHash, TOKEN_KINDS } from "./ports.ts";

/** What the accounts need beside their stores; `userListeners` are told after the account's own secrets went. */
export type AccountDependencies<Stores> = Omit<UserDependencies<Stores>, "passwordError">;

/** The hash of an input's password, made before any transaction; `null` without one, or for one that is unfit. */
export interface Hashed {
  readonly phc: string | null;
}

/** Users as they are written inside a transaction, where nothing slow may happen: the password comes hashed. */
export interface Accounts extends Omit<Users, "create" | "update"> {
  create(caller: Caller, input: NewUserInput & Hashed): Promise<User>;
  update(caller: Caller, change: UserInput & Hashed & { readonly id: UserId }): Promise<User>;
}

/**
 * The users of core/directory, with the passwords and tokens that go with them. A new password ends the personal
 * tokens and the sessions, a deactivation every token and session (auth.md 1.8 and 1.12), a deletion removes whatever let the person sign in.
 */
export function createUsers<Stores extends AuthStores & ReplayStores>({
  transact,
  passwordHash,
  ...dependencies
}: AccountDependencies<Stores> & {
  readonly transact: Transact<Stores>;
  readonly passwordHash: PasswordHash;
}): Users {
  const accounts = service<Accounts, Stores>(transact, accountUseCases(dependencies));

  /** Work that is worth doing: what the transaction would refuse anyway gets there without. */
  async function hashed(password: string | undefined, worthIt: boolean): Promise<string | null> {
    if (password === undefined || !worthIt || passwordError(password)) return null;
    return passwordHash.hash(normalisedPassword(password));
  }

  return {
    ...accounts,
    create: async (caller, input) => {
      const phc = await hashed(input.password, isAdministrator(caller));
      return accounts.create(caller, { ...input, phc });
    },
    update: async (caller, change) => {
      const phc = await hashed(change.password, isAdministrator(caller) || caller.userId === change.id);
      return accounts.update(caller, { ...change, phc });
    },
  };
}

/** For packages that need these inside a transaction of their own. */
export function accountUseCases<Stores extends AuthStores & ReplayStores>({
  userListeners,
  ...dependencies
}: AccountDependencies<Stores>): UseCases<Accounts, Stores> {
  const { clock } = dependencies;
  const listeners = [secretsGo, ...userListeners];
  const users = userUseCases<Stores>({ ...dependencies, passwordError, userListeners: listeners });
  return {
    ...users,

    create: create(
      async (stores, caller, { phc, ...input }) => {
        const user = await users.create.run(stores, caller, input);
        await keepPassword(stores, user.id, { phc, clock });
        return user;
      },
      whileFound(({ users }, _caller, { id }) => users.find(id).then(existing)),
    ),

    update: write(async (stores, caller, { phc, ...change }) => {
      const user = await users.update.run(stores, caller, change);
      const now = clock.now();
      const isNew = await keepPassword(stores, user.id, { phc, clock });
      if (isNew) await stores.audit.record(auditEvent(dependencies, caller, passwordChanged(user.id)));
      if (isNew) await stores.tokens.revokeOf(user.id, ["personal"], now);
      if (!user.active) await endAccess(stores, user.id, now);
      if (isNew) await stores.sessions.removeOf(user.id);
      return user;
    }),
  };
}

const passwordChanged = (id: UserId) => ({ action: "password.changed", resourceType: "user", resourceId: id });

/** Everything that lets somebody in, or would soon. */
async function endAccess(
  { tokens, authorizationCodes, sessions }: AuthStores,
  userId: UserId,
  at: Instant,
): Promise<void> {
  await tokens.revokeOf(userId, TOKEN_KINDS, at);
  await authorizationCodes.removeOf(userId);
  await sessions.removeOf(userId);
}

const secretsGo: UserListener<AuthStores> = {
  async removed({ tokens, authorizationCodes, credentials, sessions, deviceGrants, identities }, _caller, userId) {
    await tokens.removeOf(userId);
    await deviceGrants.removeOf(userId);
    await identities.removeOf(userId);
    await authorizationCodes.removeOf(userId);
    await sessions.removeOf(userId);
    await credentials.remove(userId);
  },
};

interface Kept extends Hashed {
  readonly clock: Clock;
}

/** True when there was a password to keep. */
async function keepPassword({ credentials }: AuthStores, userId: UserId, { phc, clock }: Kept): Promise<boolean> {
  if (phc !== null) await credentials.save(userId, phc, clock.now());
  return phc !== null;
}
