import {
  type Caller,
  type Clock,
  create,
  existing,
  type ListQuery,
  notFound,
  type Page,
  type ReplayStores,
  read,
  requireAdministrator,
  requireSound,
  service,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import { chosenMandataire, type MandataireChoice } from "./choice.ts";
import type { MandataireId } from "./mandataire.ts";
import type { MandataireListener } from "./mandataires.ts";
import { type MandataireMemberField, type MandataireMemberView, UNKNOWN_USER } from "./member.ts";
import type { MembershipFinder, RegistryStores } from "./ports.ts";

/**
 * Who works for which mandataire. Administrators manage the members of all of them (403, host.md); a mandataire that
 * does not exist is `not_found`.
 */
export interface Memberships {
  list(caller: Caller, query: MemberListQuery): Promise<Page<MandataireMemberView>>;
  /** Whoever is a member already stays one, since when he was. Nobody that there is: 422 `not_found` on `userId`. */
  add(caller: Caller, member: MemberNamed): Promise<MemberAdded>;
  /** 404 for who is no member. */
  remove(caller: Caller, member: MemberNamed): Promise<void>;
  /** The mandataire that a request of the caller acts on; see {@link chosenMandataire}. */
  choose(caller: Caller, choice: MandataireChoice): Promise<MandataireId>;
}

/** Which members are asked for. */
export interface MemberListQuery {
  readonly mandataireId: MandataireId;
  readonly query: ListQuery<MandataireMemberField>;
}

/** A member by both ends. */
export interface MemberNamed {
  readonly mandataireId: MandataireId;
  readonly userId: UserId;
}

/** A membership, and whether it is new. */
export interface MemberAdded {
  readonly member: MandataireMemberView;
  readonly added: boolean;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly listeners: readonly MandataireListener<Stores>[];
}

/** Memberships over a database. */
export function createMemberships<Stores extends RegistryStores & ReplayStores>({
  transact,
  membershipFinder,
  ...dependencies
}: Dependencies<Stores> & {
  readonly transact: Transact<Stores>;
  readonly membershipFinder: MembershipFinder;
}): Memberships {
  return {
    ...service<Managed, Stores>(transact, membershipUseCases(dependencies)),
    choose: async ({ userId }, choice) => chosenMandataire(await membershipFinder.mandatairesOf(userId), choice),
  };
}

type Managed = Omit<Memberships, "choose">;

function membershipUseCases<Stores extends RegistryStores & ReplayStores>({
  clock,
  listeners,
}: Dependencies<Stores>): UseCases<Managed, Stores> {
  return {
    list: read(async ({ mandataires, mandataireMembers }, caller, { mandataireId, query }) => {
      requireAdministrator(caller);
      existing(await mandataires.find(mandataireId));
      return mandataireMembers.list(mandataireId, query);
    }),

    add: create(
      async (stores, caller, { mandataireId, userId }) => {
        requireAdministrator(caller);
        await lockExisting(stores, mandataireId);
        if ((await stores.users.lockShared([userId])).length === 0) requireSound([UNKNOWN_USER]);
        const member = { mandataireId, userId, createdAt: clock.now() };
        const added = await stores.mandataireMembers.insert(member);
        await stores.membershipTombstones.remove(mandataireId, userId);
        if (added) for (const listener of listeners) await listener.memberAdded?.(stores, caller, member);
        return { member: existing(await stores.mandataireMembers.find(mandataireId, userId)), added };
      },
      whileFound(async ({ mandataireMembers }, _caller, _answered, { mandataireId, userId }) =>
        existing(await mandataireMembers.find(mandataireId, userId)),
      ),
    ),

    remove: write(async (stores, caller, { mandataireId, userId }) => {
      requireAdministrator(caller);
      await lockExisting(stores, mandataireId);
      if (!(await stores.mandataireMembers.remove(mandataireId, userId))) throw notFound();
      await stores.membershipTombstones.insert(mandataireId, userId, clock.now());
      for (const listener of listeners) await listener.memberRemoved?.(stores, caller, { mandataireId, userId });
    }),
  };
}

async function lockExisting({ mandataires }: RegistryStores, id: MandataireId): Promise<void> {
  if (!(await mandataires.lockShared(id))) throw notFound();
}
