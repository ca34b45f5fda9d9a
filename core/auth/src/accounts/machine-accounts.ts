import { auditEvent } from "@cartulary/audit";
import { changedUser, losesSuperAdmin, type User, userErrors } from "@cartulary/directory";
import { type FieldError, invalid, type NewId, type Role, type Transact, throwIfInvalid } from "@cartulary/kernel";
import type { AuthStores, PasswordHash } from "../ports.ts";
import { endAccess } from "./accounts.ts";
import { type MirrorDependencies, mirrorPerson } from "./mirror.ts";
import { normalisedPassword, passwordError } from "./password.ts";

/** A new user with a password. */
export interface MachineUserInput {
  readonly emailAddress: string;
  readonly role: Role;
  readonly password: string;
}

/**
 * Users, for an administrator who has access to the machine and its database: no caller and no rights are checked. The
 * audit trail shows no user, and `via: "machine"`.
 */
export interface MachineAccounts {
  /** Throws 422 with all field errors, also for an address that another user has. */
  create(input: MachineUserInput): Promise<User>;
  /** Ends all tokens, sessions and pending grants of the user. Throws 422 for an unknown user or an invalid password. */
  setPassword(emailAddress: string, password: string): Promise<User>;
  /**
   * Deactivates the user, whose tokens, sessions and pending grants end; does nothing when the user is inactive. Throws
   * 422 for an unknown user, and for the last active super administrator.
   */
  disable(emailAddress: string): Promise<User>;
  /** Lists all users by e-mail address. */
  list(): AsyncIterable<User>;
}

interface Dependencies<Stores> extends MirrorDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly newId: NewId;
  readonly passwordHash: PasswordHash;
}

/** Users per page of {@link MachineAccounts.list}. */
const PAGE_COUNT = 100;

export function createMachineAccounts<Stores extends AuthStores>(dependencies: Dependencies<Stores>): MachineAccounts {
  const { transact, newId, passwordHash, clock } = dependencies;
  const hashed = (password: string) => passwordHash.hash(normalisedPassword(password));

  return {
    async create({ emailAddress, role, password }) {
      throwIfInvalid([...userErrors({ emailAddress }), passwordError(password)]);
      const phc = await hashed(password);
      return transact.write(async (stores) => {
        const person = { id: newId<"User">(), email_address: emailAddress, role };
        const user = await mirrorPerson(stores, person, dependencies);
        await stores.credentials.save(user.id, phc, clock.now());
        return user;
      });
    },

    async setPassword(emailAddress, password) {
      throwIfInvalid([...userErrors({ emailAddress }), passwordError(password)]);
      const phc = await hashed(password);
      return transact.write(async (stores) => {
        const user = await lockUser(stores, emailAddress);
        const now = clock.now();
        await stores.credentials.save(user.id, phc, now);
        const entry = { action: "password.changed", resourceType: "user", resourceId: user.id };
        await stores.audit.record(auditEvent(dependencies, { userId: null }, { ...entry, detail: { via: "machine" } }));
        await endAccess(stores, user.id, now, null);
        return user;
      });
    },

    async disable(emailAddress) {
      throwIfInvalid(userErrors({ emailAddress }));
      return transact.write((stores) => disable(stores, emailAddress, dependencies));
    },

    async *list() {
      for (let page = 1; ; page += 1) {
        const { items } = await transact.single(({ users }) =>
          users.list({ page, perPage: PAGE_COUNT, sort: "emailAddress", direction: "asc", conditions: [] }),
        );
        yield* items;
        if (items.length < PAGE_COUNT) return;
      }
    },
  };
}

async function disable<Stores extends AuthStores>(
  stores: Stores,
  emailAddress: string,
  { clock, userListeners }: MirrorDependencies<Stores>,
): Promise<User> {
  // In this order everywhere, so that two deactivations neither deadlock nor leave no super administrator.
  const superAdmins = await stores.users.lockSuperAdmins();
  const before = await lockUser(stores, emailAddress);
  const isLast = losesSuperAdmin(before, { active: false }) && superAdmins.every((id) => id === before.id);
  throwIfInvalid([isLast ? LAST_SUPER_ADMIN : null]);
  const user = changedUser(before, { active: false }, clock.now());
  if (user === before) return user;
  await stores.users.update(user);
  const caller = { userId: user.id, role: user.role, scopes: [], groupIds: [] };
  for (const { changed } of userListeners) await changed?.(stores, caller, user, before);
  await endAccess(stores, user.id, user.updatedAt, null);
  return user;
}

async function lockUser({ users }: AuthStores, emailAddress: string): Promise<User> {
  const found = await users.findByEmail(emailAddress);
  const user = found && (await users.lock(found.id));
  if (!user) throw invalid({ field: "user", code: "not_found", message: "does not exist" });
  return user;
}

const LAST_SUPER_ADMIN: FieldError = {
  field: "active",
  code: "invalid",
  message: "belongs to the last active super administrator",
};
