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
  type FieldError,
  type Instant,
  isAdministrator,
  orNotFound,
  type ReplayStores,
  replayWhileVisible,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import type { AuthStores, PasswordHash } from "../ports.ts";
import { type RequestSource, UNKNOWN_REQUEST_SOURCE } from "../request-source.ts";
import { normalisedPassword, passwordError } from "./password.ts";
import type { PasswordCheck } from "./password-check.ts";

/** Dependencies besides the stores. `userListeners` run after the account's own secrets were removed. */
export type AccountDependencies<Stores> = Omit<UserDependencies<Stores>, "passwordError">;

/** Proof for changing one's own password. */
export interface PasswordProof {
  /** The current password. */
  readonly currentPassword?: string | null;
  /** Source of the request, for rate limits; requests without it share their limits. */
  readonly requestSource?: RequestSource;
}

/** The users of core/directory, with passwords. */
export interface AccountUsers extends Users {
  /**
   * Changing one's own password requires the current one: otherwise 422 on `currentPassword` (`blank`, or `invalid`,
   * which counts as a failed sign-in and is 429 after too many). Administrators change other users' passwords without
   * it.
   */
  update(caller: Caller, change: UserInput & PasswordProof & { readonly id: UserId }): Promise<User>;
}

/**
 * The hash of an input's password, computed before any transaction; `null` without a password or for an invalid one.
 */
export interface HashedPassword {
  readonly phc: string | null;
}

/** The result of checking {@link PasswordProof}, before any transaction. */
export type Proof =
  | { readonly outcome: "not_needed" | "blank" | "invalid" }
  /** `phc` is the hash that the password matched. */
  | { readonly outcome: "proved"; readonly phc: string | null };

/** Users as written inside a transaction. Passwords arrive hashed, since nothing slow may run there. */
export interface Accounts extends Omit<Users, "create" | "update"> {
  create(caller: Caller, input: NewUserInput & HashedPassword): Promise<User>;
  update(
    caller: Caller,
    change: UserInput & HashedPassword & { readonly id: UserId; readonly proof: Proof },
  ): Promise<User>;
}

/**
 * Creates the users service. A new password or a deactivation ends all tokens, sessions and pending grants of the user,
 * except the token or session with which users change their own password (auth.md 1.8 and 1.12); a deletion removes all
 * credentials.
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

  /** Skips the expensive hash for requests that the transaction will reject anyway. */
  async function hash(password: string | undefined, isNeeded: boolean): Promise<string | null> {
    if (password === undefined || !isNeeded || passwordError(password)) return null;
    return passwordHash.hash(normalisedPassword(password));
  }

  async function proofOf(
    caller: Caller,
    {
      id,
      password,
      currentPassword,
      requestSource = UNKNOWN_REQUEST_SOURCE,
    }: UserInput & PasswordProof & { readonly id: UserId },
  ): Promise<Proof> {
    if (password === undefined || caller.userId !== id || passwordError(password)) return { outcome: "not_needed" };
    if (!currentPassword) return { outcome: "blank" };
    const { emailAddress } = await accounts.get(caller, id);
    const attempt = { emailAddress, password: currentPassword, requestSource, via: "password_change" } as const;
    const passed = await passwordCheck.verify(attempt, ({ credentials }) => credentials.find(id));
    return passed ? { outcome: "proved", phc: passed.result } : { outcome: "invalid" };
  }

  return {
    ...accounts,
    create: async (caller, input) => {
      const phc = await hash(input.password, isAdministrator(caller));
      return accounts.create(caller, { ...input, phc });
    },
    update: async (caller, input) => {
      const { currentPassword: _, requestSource: __, ...change } = input;
      const proof = await proofOf(caller, input);
      const isAllowed = proof.outcome === "proved" || (proof.outcome === "not_needed" && isAdministrator(caller));
      const phc = await hash(change.password, isAllowed);
      return accounts.update(caller, { ...change, phc, proof });
    },
  };
}

/** Use cases for packages that run them inside their own transaction. */
export function accountUseCases<Stores extends AuthStores & ReplayStores>({
  userListeners,
  ...dependencies
}: AccountDependencies<Stores>): UseCases<Accounts, Stores> {
  const { clock } = dependencies;
  const listeners = [removeSecrets, ...userListeners];
  const users = userUseCases<Stores>({ ...dependencies, passwordError, userListeners: listeners });
  return {
    ...users,

    create: create(
      async (stores, caller, { phc, ...input }) => {
        const user = await users.create.run(stores, caller, input);
        if (phc !== null) await stores.credentials.save(user.id, phc, clock.now());
        return user;
      },
      replayWhileVisible(({ users }, _caller, { id }) => users.find(id).then(orNotFound)),
    ),

    update: write(async (stores, caller, { phc, proof, ...change }) => {
      const user = await users.update.run(stores, caller, change);
      throwIfInvalid([await proofError(stores, user.id, proof)]);
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

/** Checks the proof of the current password last, because the password may have been replaced since. */
async function proofError({ credentials }: AuthStores, userId: UserId, proof: Proof): Promise<FieldError | null> {
  if (proof.outcome === "not_needed") return null;
  const field = "currentPassword";
  if (proof.outcome === "blank") return { field, code: "blank", message: "can't be blank" };
  if (proof.outcome === "proved" && proof.phc === (await credentials.find(userId))) return null;
  return { field, code: "invalid", message: "is not the current password" };
}

/** Ends all tokens, sessions and pending grants of the user, except the token and session of `caller`. */
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

const removeSecrets: UserListener<AuthStores> = {
  // Links to identity providers stay: otherwise the provider could sign a deleted user in as a new one (auth.md 1.6).
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
