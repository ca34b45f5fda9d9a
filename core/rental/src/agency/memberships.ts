import {
  type Caller,
  type Clock,
  create,
  type ListQuery,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  read,
  replayWhileVisible,
  requireAdministrator,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import type { AgencyStores } from "../agency/ports.ts";
import type { MandataireId } from "./mandataire.ts";
import { type RequestedMandataire, resolveMandataire } from "./mandataire-choice.ts";
import type { MandataireListener } from "./mandataires.ts";
import { type MandataireMemberField, type MandataireMemberView, UNKNOWN_USER } from "./member.ts";
import type { MembershipFinder } from "./ports.ts";

/**
 * Members of mandataires. Administrators manage the members of all mandataires (403, host.md); throws `not_found` for
 * an unknown mandataire.
 */
export interface Memberships {
  list(caller: Caller, query: MemberListQuery): Promise<Page<MandataireMemberView>>;
  /**
   * Keeps the existing membership and its date if the user is a member already. Throws 422 `not_found` on `userId` for
   * an unknown user.
   */
  add(caller: Caller, member: MemberRef): Promise<AddMemberResult>;
  /** Throws 404 if the user is not a member. */
  remove(caller: Caller, member: MemberRef): Promise<void>;
  /** Returns the mandataire that the caller's request acts on; see {@link resolveMandataire}. */
  choose(caller: Caller, choice: RequestedMandataire): Promise<MandataireId>;
}

export interface MemberListQuery {
  readonly mandataireId: MandataireId;
  readonly query: ListQuery<MandataireMemberField>;
}

/** Identifies a membership by its mandataire and user. */
export interface MemberRef {
  readonly mandataireId: MandataireId;
  readonly userId: UserId;
}

export interface AddMemberResult {
  readonly member: MandataireMemberView;
  readonly added: boolean;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly listeners: readonly MandataireListener<Stores>[];
}

/** Creates memberships over a database. */
export function createMemberships<Stores extends AgencyStores & ReplayStores>({
  transact,
  membershipFinder,
  ...dependencies
}: Dependencies<Stores> & {
  readonly transact: Transact<Stores>;
  readonly membershipFinder: MembershipFinder;
}): Memberships {
  return {
    ...service<Managed, Stores>(transact, membershipUseCases(dependencies)),
    choose: async ({ userId }, choice) => resolveMandataire(await membershipFinder.mandatairesOf(userId), choice),
  };
}

type Managed = Omit<Memberships, "choose">;

function membershipUseCases<Stores extends AgencyStores & ReplayStores>({
  clock,
  listeners,
}: Dependencies<Stores>): UseCases<Managed, Stores> {
  return {
    list: read(async ({ mandataires, mandataireMembers }, caller, { mandataireId, query }) => {
      requireAdministrator(caller);
      orNotFound(await mandataires.find(mandataireId));
      return mandataireMembers.list(mandataireId, query);
    }),

    add: create(
      async (stores, caller, { mandataireId, userId }) => {
        requireAdministrator(caller);
        await lockExisting(stores, mandataireId);
        if ((await stores.users.lockShared([userId])).length === 0) throwIfInvalid([UNKNOWN_USER]);
        const member = { mandataireId, userId, createdAt: clock.now() };
        const added = await stores.mandataireMembers.insert(member);
        await stores.membershipTombstones.remove(mandataireId, userId);
        if (added) for (const listener of listeners) await listener.memberAdded?.(stores, caller, member);
        return { member: orNotFound(await stores.mandataireMembers.find(mandataireId, userId)), added };
      },
      replayWhileVisible(async ({ mandataireMembers }, _caller, _stored, { mandataireId, userId }) =>
        orNotFound(await mandataireMembers.find(mandataireId, userId)),
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

async function lockExisting({ mandataires }: AgencyStores, id: MandataireId): Promise<void> {
  if (!(await mandataires.lockShared(id))) throw notFound();
}
