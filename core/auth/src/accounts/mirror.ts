import { changedUser, newUser, type User, type UserListener, userErrors } from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  DomainError,
  type FieldError,
  parseId,
  ROLES,
  type Role,
  type Transact,
  throwIfInvalid,
  type UserId,
} from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { endAccess } from "./accounts.ts";

/** A user of another application; field names are those of the wire. */
export interface MirroredPerson {
  /** A UUID; the `userId` of callers that the application names. */
  readonly id: string;
  readonly email_address: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  /** `user` when absent. */
  readonly role?: Role;
  /** True when absent. Inactive users get 401 and lose all tokens and sessions. */
  readonly active?: boolean;
}

/** Mirrors users of another application. */
export interface Mirror<Stores> {
  /**
   * Creates the user or applies changes; idempotent. With `within`, runs in that transaction. Throws 422 with field
   * errors, also for an address that another user has.
   */
  mirror(person: MirroredPerson, within?: Stores): Promise<User>;
}

export interface MirrorDependencies<Stores> {
  readonly clock: Clock;
  readonly userListeners: readonly UserListener<Stores>[];
}

/** Mirrors users in the caller's transaction or in its own. */
export function createMirror<Stores extends AuthStores>({
  transact,
  ...dependencies
}: MirrorDependencies<Stores> & { readonly transact: Transact<Stores> }): Mirror<Stores> {
  return {
    async mirror(person, within) {
      if (within) return mirrorPerson(within, person, dependencies);
      const attempt = () => transact.write((stores) => mirrorPerson(stores, person, dependencies));
      return attempt().catch(async (error: unknown) => {
        // Of two concurrent creations, one fails because the id is taken; its second attempt updates the user.
        const mayExist = !(error instanceof DomainError) || error.kind === "invalid";
        const id = personId(person);
        if (!mayExist || id === null || !(await transact.read(({ users }) => users.find(id)))) throw error;
        return attempt();
      });
    },
  };
}

/** Mirrors one user. Checks no permission: the embedding application decides about its users. */
export async function mirrorPerson<Stores extends AuthStores>(
  stores: Stores,
  person: MirroredPerson,
  dependencies: MirrorDependencies<Stores>,
): Promise<User> {
  const { first_name: firstName = null, last_name: lastName = null, role = "user", active = true } = person;
  const input = { emailAddress: person.email_address ?? null, firstName, lastName, role, active };
  const id = personId(person);
  throwIfInvalid([id === null ? UNFIT_ID : null, ROLES.includes(role) ? null : UNFIT_ROLE, ...userErrors(input)]);
  const userId = id as UserId;
  const before = await stores.users.lock(userId);
  const other = await stores.users.findByEmail(input.emailAddress);
  throwIfInvalid([other && other.id !== userId ? TAKEN : null]);
  return before ? change(stores, before, input, dependencies) : make(stores, userId, input, dependencies);
}

type MirroredFields = Pick<User, "emailAddress" | "firstName" | "lastName" | "role" | "active">;

async function make<Stores extends AuthStores>(
  stores: Stores,
  id: UserId,
  input: MirroredFields,
  { clock, userListeners }: MirrorDependencies<Stores>,
): Promise<User> {
  const now = clock.now();
  const user = { ...newUser(input, { id, now }), active: input.active };
  await stores.users.insert(user);
  for (const { created } of userListeners) await created?.(stores, callerFor(user), user);
  return user;
}

async function change<Stores extends AuthStores>(
  stores: Stores,
  before: User,
  input: MirroredFields,
  { clock, userListeners }: MirrorDependencies<Stores>,
): Promise<User> {
  const user = changedUser(before, input, clock.now());
  if (user === before) return user;
  await stores.users.update(user);
  for (const { changed } of userListeners) await changed?.(stores, callerFor(user), user, before);
  if (!user.active) await endAccess(stores, user.id, user.updatedAt, null);
  return user;
}

/**
 * Listeners require a caller. The audit trail shows none, since no user of ours made the change (core/products
 * identity.ts).
 */
function callerFor({ id: userId, role }: User): Caller {
  return { userId, role, scopes: [], groupIds: [] };
}

/** Returns the id in lower case; `null` if it is not a UUID. */
function personId({ id }: MirroredPerson): UserId | null {
  return typeof id === "string" ? parseId<"User">(id) : null;
}

const UNFIT_ID: FieldError = { field: "id", code: "invalid", message: "is not a UUID" };
const UNFIT_ROLE: FieldError = { field: "role", code: "inclusion", message: `is not one of ${ROLES.join(", ")}` };
const TAKEN: FieldError = { field: "emailAddress", code: "taken", message: "has already been taken" };
