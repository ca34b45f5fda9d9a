import { changedUser, newUser, type User, type UserListener, userErrors } from "@cartulary/directory";
import {
  type Caller,
  type Clock,
  DomainError,
  type FieldError,
  parseId,
  ROLES,
  type Role,
  requireSound,
  type Transact,
  type UserId,
} from "@cartulary/kernel";
import type { AuthStores } from "../ports.ts";
import { endAccess } from "./accounts.ts";

/** A person as another application knows it; the names are those of the wire, where users are listed. */
export interface MirroredPerson {
  /** A UUID: callers whom that application names have this as their `userId`. */
  readonly id: string;
  readonly email_address: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  /** `user` when absent. */
  readonly role?: Role;
  /** True when absent. Who is not active is answered 401, and loses every token and session. */
  readonly active?: boolean;
}

/** Makes people of another application known here. */
export interface Mirror<Stores> {
  /**
   * Makes the person, or changes what became different; again with the same person it changes nothing. With stores, it
   * is written in the transaction that they belong to. 422 names what is wrong, an address that another person has too.
   */
  mirror(person: MirroredPerson, within?: Stores): Promise<User>;
}

/** What mirroring needs beside its stores. */
export interface MirrorDependencies<Stores> {
  readonly clock: Clock;
  readonly userListeners: readonly UserListener<Stores>[];
}

/** Mirrors people in a transaction of the caller's or in one of its own. */
export function createMirror<Stores extends AuthStores>({
  transact,
  ...dependencies
}: MirrorDependencies<Stores> & { readonly transact: Transact<Stores> }): Mirror<Stores> {
  return {
    async mirror(person, within) {
      if (within) return mirrorPerson(within, person, dependencies);
      const attempt = () => transact.write((stores) => mirrorPerson(stores, person, dependencies));
      return attempt().catch(async (error: unknown) => {
        // Of two that make the same person at once, one finds the id in use, and then finds the person.
        const isThere = !(error instanceof DomainError) || error.kind === "invalid";
        const id = personId(person);
        if (!isThere || id === null || !(await transact.read(({ users }) => users.find(id)))) throw error;
        return attempt();
      });
    },
  };
}

/** One person, in whatever transaction. The other application says who somebody is: no rule on who may say it holds. */
export async function mirrorPerson<Stores extends AuthStores>(
  stores: Stores,
  person: MirroredPerson,
  dependencies: MirrorDependencies<Stores>,
): Promise<User> {
  const { first_name: firstName = null, last_name: lastName = null, role = "user", active = true } = person;
  const said = { emailAddress: person.email_address ?? null, firstName, lastName, role, active };
  const id = personId(person);
  requireSound([id === null ? UNFIT_ID : null, ROLES.includes(role) ? null : UNFIT_ROLE, ...userErrors(said)]);
  const userId = id as UserId;
  const before = await stores.users.lock(userId);
  const other = await stores.users.findByEmail(said.emailAddress);
  requireSound([other && other.id !== userId ? TAKEN : null]);
  return before ? change(stores, before, said, dependencies) : make(stores, userId, said, dependencies);
}

type Said = Pick<User, "emailAddress" | "firstName" | "lastName" | "role" | "active">;

async function make<Stores extends AuthStores>(
  stores: Stores,
  id: UserId,
  said: Said,
  { clock, userListeners }: MirrorDependencies<Stores>,
): Promise<User> {
  const now = clock.now();
  const user = { ...newUser(said, { id, now }), active: said.active };
  await stores.users.insert(user);
  for (const { created } of userListeners) await created?.(stores, callerFor(user), user);
  return user;
}

async function change<Stores extends AuthStores>(
  stores: Stores,
  before: User,
  said: Said,
  { clock, userListeners }: MirrorDependencies<Stores>,
): Promise<User> {
  const user = changedUser(before, said, clock.now());
  if (user === before) return user;
  await stores.users.update(user);
  for (const { changed } of userListeners) await changed?.(stores, callerFor(user), user, before);
  if (!user.active) await endAccess(stores, user.id, user.updatedAt, null);
  return user;
}

/** Listeners expect a caller. No person of ours did it: the trail names none (core/products identity.ts). */
function callerFor({ id: userId, role }: User): Caller {
  return { userId, role, scopes: [], groupIds: [] };
}

/** Written as every id is; `null` where it is none. */
function personId({ id }: MirroredPerson): UserId | null {
  return typeof id === "string" ? parseId<"User">(id) : null;
}

const UNFIT_ID: FieldError = { field: "id", code: "invalid", message: "is not a UUID" };
const UNFIT_ROLE: FieldError = { field: "role", code: "inclusion", message: `is not one of ${ROLES.join(", ")}` };
const TAKEN: FieldError = { field: "emailAddress", code: "taken", message: "has already been taken" };
