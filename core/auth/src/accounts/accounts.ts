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
  create,
  existing,
  type FieldError,
  type Instant,
  isAdministrator,
  type ReplayStores,
  requireSound,
  service,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { AuthStores, PasswordHash } from "../ports.ts";
import { UNKNOWN_VISITOR, type Visitor } from "../visitor.ts";
import { normalisedPassword, passwordError } from "./password.ts";
import type { PasswordCheck } from "./password-check.ts";

/** What the accounts need beside their stores; `userListeners` are told after the account's own secrets went. */
export type AccountDependencies<Stores> = Omit<UserDependencies<Stores>, "passwordError">;

/** What is said of somebody who changes, where that is the own password. */
export interface PasswordProof {
  /** The password until now. */
  readonly currentPassword?: string | null;
  /** Where it was typed; all who leave it out share their limits. */
  readonly visitor?: Visitor;
}

/** The users of core/directory with their passwords. */
export interface AccountUsers extends Users {
  /**
   * One's own password asks for the one until now: 422 on `currentPassword`, blank or invalid, where an invalid one counts
   * as a failed sign-in and is 429 after too many. Nobody else's asks for it.
   */
  update(caller: Caller, change: UserInput & PasswordProof & { readonly id: UserId }): Promise<User>;
}

/** The hash of an input's password, made before any transaction; `null` without one, or for one that is unfit. */
export interface Hashed {
  readonly phc: string | null;
}

/** What was found of {@link PasswordProof} before any transaction. */
export type Proof =
  | { readonly outcome: "not_needed" | "blank" | "invalid" }
  /** `phc` is what the password was proved against. */
  | { readonly outcome: "proved"; readonly phc: string | null };

/** Users as they are written inside a transaction, where nothing slow may happen: the password comes hashed. */
export interface Accounts extends Omit<Users, "create" | "update"> {
  create(caller: Caller, input: NewUserInput & Hashed): Promise<User>;
  update(caller: Caller, change: UserInput & Hashed & { readonly id: UserId; readonly proof: Proof }): Promise<User>;
}

/**
 * The users of core/directory, with the passwords and tokens that go with them. A new password or a deactivation ends
 * every token and session of the person and whatever would soon be one, but for those that a person who changes the own
 * password is using (auth.md 1.8 and 1.12); a deletion removes whatever let the person sign in.
 */
export function createUsers<Stores extends AuthStores & ReplayStores>({
  transact,
  passwordHash,
  passwordCheck,
  ...dependencies
}: AccountDependencies<Stores> & {
  readonly transact: Transact<Stores>;
  readonly passwordHash: PasswordHash;
  readonly passwordCheck: PasswordCheck;
}): AccountUsers {
  const accounts = service<Accounts, Stores>(transact, accountUseCases(dependencies));

  /** Work that is worth doing: what the transaction would refuse anyway gets there without. */
  async function hashed(password: string | undefined, worthIt: boolean): Promise<string | null> {
    if (password === undefined || !worthIt || passwordError(password)) return null;
    return passwordHash.hash(normalisedPassword(password));
  }

  async function proofOf(
    caller: Caller,
    { id, password, currentPassword, visitor = UNKNOWN_VISITOR }: UserInput & PasswordProof & { readonly id: UserId },
  ): Promise<Proof> {
    if (password === undefined || caller.userId !== id || passwordError(password)) return { outcome: "not_needed" };
    if (!currentPassword) return { outcome: "blank" };
    const { emailAddress } = await accounts.get(caller, id);
    const attempt = { emailAddress, password: currentPassword, visitor, via: "password_change" } as const;
    const passed = await passwordCheck.passing(attempt, ({ credentials }) => credentials.find(id));
    return passed ? { outcome: "proved", phc: passed.result } : { outcome: "invalid" };
  }

  return {
    ...accounts,
    create: async (caller, input) => {
      const phc = await hashed(input.password, isAdministrator(caller));
      return accounts.create(caller, { ...input, phc });
    },
    update: async (caller, input) => {
      const { currentPassword: _, visitor: __, ...change } = input;
      const proof = await proofOf(caller, input);
      const worthIt = proof.outcome === "proved" || (proof.outcome === "not_needed" && isAdministrator(caller));
      const phc = await hashed(change.password, worthIt);
      return accounts.update(caller, { ...change, phc, proof });
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
        if (phc !== null) await stores.credentials.save(user.id, phc, clock.now());
        return user;
      },
      whileFound(({ users }, _caller, { id }) => users.find(id).then(existing)),
    ),

    update: write(async (stores, caller, { phc, proof, ...change }) => {
      const user = await users.update.run(stores, caller, change);
      requireSound([await proofError(stores, user.id, proof)]);
      const now = clock.now();
      if (phc !== null) {
        await stores.credentials.save(user.id, phc, now);
        await stores.audit.record(auditEvent(dependencies, caller, passwordChanged(user.id)));
        await endAccess(stores, user.id, now, caller);
      }
      if (!user.active) await endAccess(stores, user.id, now, null);
      return user;
    }),
  };
}

const passwordChanged = (id: UserId) => ({ action: "password.changed", resourceType: "user", resourceId: id });

/** What is missing to change the own password, looked at last: what was proved may have been replaced since. */
async function proofError({ credentials }: AuthStores, userId: UserId, proof: Proof): Promise<FieldError | null> {
  if (proof.outcome === "not_needed") return null;
  const field = "currentPassword";
  if (proof.outcome === "blank") return { field, code: "blank", message: "can't be blank" };
  if (proof.outcome === "proved" && proof.phc === (await credentials.find(userId))) return null;
  return { field, code: "invalid", message: "is not the password until now" };
}

/**
 * Everything that lets somebody in, or would soon; not what the caller is asking with, which is the person's own where
 * the password is.
 */
export async function endAccess(
  { tokens, authorizationCodes, deviceGrants, sessions }: AuthStores,
  userId: UserId,
  at: Instant,
  caller: Caller | null,
): Promise<void> {
  await tokens.revokeOf(userId, at, caller?.tokenId);
  await authorizationCodes.removeOf(userId);
  await deviceGrants.denyOf(userId);
  await sessions.removeOf(userId, caller?.sessionId);
}

const secretsGo: UserListener<AuthStores> = {
  // Links to identity providers stay: whoever was deleted does not come back by them as somebody new (auth.md 1.6).
  async removed(stores, _caller, userId) {
    const { tokens, authorizationCodes, credentials, sessions, deviceGrants, knownNetworks } = stores;
    await tokens.removeOf(userId);
    await deviceGrants.removeOf(userId);
    await authorizationCodes.removeOf(userId);
    await sessions.removeOf(userId);
    await knownNetworks.removeOf(userId);
    await credentials.remove(userId);
  },
};
