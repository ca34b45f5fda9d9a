import {
  type Caller,
  type Clock,
  type Condition,
  create,
  existing,
  type GroupId,
  type ListQuery,
  type NewId,
  notFound,
  type Page,
  type ReplayStores,
  read,
  requireAdministrator,
  requireSound,
  service,
  single,
  type Transact,
  type UseCases,
  type UserId,
  whileFound,
  write,
} from "@cartulary/kernel";
import {
  changedGroup,
  type GroupField,
  type GroupInput,
  type GroupView,
  groupErrors,
  type NewGroupInput,
  newGroup,
} from "./group.ts";
import {
  type GroupMemberView,
  missingUserErrors,
  type NewMembers,
  newMemberIds,
  newMembersErrors,
} from "./group-member.ts";
import type { DirectoryStores, MemberPage } from "./ports.ts";

/**
 * Access groups and who belongs to them. Everyone who signs in may read all of it; administrators write it (403).
 * A group that does not exist is `not_found`; refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Groups {
  list(caller: Caller, ask: GroupListQuery): Promise<Page<GroupView>>;
  get(caller: Caller, id: GroupId): Promise<GroupView>;
  create(caller: Caller, input: NewGroupInput): Promise<GroupView>;
  update(caller: Caller, change: GroupInput & { readonly id: GroupId }): Promise<GroupView>;
  /** Ends its memberships, and what listeners know of it. */
  remove(caller: Caller, id: GroupId): Promise<void>;

  /** The newest membership first. */
  listMembers(caller: Caller, ask: MemberPage & { readonly id: GroupId }): Promise<Page<GroupMemberView>>;
  /** All of them or, where one does not exist (422 `not_found`), nobody. Whoever is a member already stays one. */
  addMembers(caller: Caller, newMembers: NewMembers & { readonly id: GroupId }): Promise<MembersAdded>;
  /** Removing who is no member is not an error. */
  removeMember(caller: Caller, member: { readonly id: GroupId; readonly userId: UserId }): Promise<void>;
}

/** Which groups a list shows. */
export interface GroupListQuery {
  readonly query: ListQuery<GroupField>;
  /** What the name or the description contains, in whatever case; nothing in particular when it is empty. */
  readonly containing?: string;
}

/** The memberships of all who were named, in the order in which they were. */
export interface MembersAdded {
  readonly members: readonly GroupMemberView[];
  /** How many of them are new. */
  readonly added: number;
}

/** Told of groups inside the transaction that writes them, with its stores. What it throws undoes everything. */
export interface GroupListener<Stores> {
  /** Called while the group's row still stands, so that what refers to it can go first. */
  removed?(stores: Stores, caller: Caller, groupId: GroupId): Promise<void>;
  /** Only of who was no member before. */
  memberAdded?(stores: Stores, caller: Caller, member: GroupMemberRef): Promise<void>;
  /** Only of who was one; those of a group or a user that goes are not told of, each. */
  memberRemoved?(stores: Stores, caller: Caller, member: GroupMemberRef): Promise<void>;
}

/** A membership by both ends. */
interface GroupMemberRef {
  readonly groupId: GroupId;
  readonly userId: UserId;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly groupListeners: readonly GroupListener<Stores>[];
}

export function createGroups<Stores extends DirectoryStores & ReplayStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Groups {
  return service<Groups, Stores>(transact, groupUseCases(dependencies));
}

function groupUseCases<Stores extends DirectoryStores & ReplayStores>({
  clock,
  newId,
  groupListeners,
}: Dependencies<Stores>): UseCases<Groups, Stores> {
  return {
    list: single(({ groups }, _caller, { query, containing = "" }) =>
      groups.list({ ...query, conditions: [...query.conditions, ...contains(containing)] }),
    ),

    get: single(async ({ groups }, _caller, id) => existing(await groups.find(id))),

    create: create(
      async ({ groups }, caller, input) => {
        requireAdministrator(caller);
        requireSound(groupErrors(input));
        const group = newGroup(input, { id: newId<"Group">(), now: clock.now() });
        await groups.insert(group);
        return { ...group, membersCount: 0 };
      },
      whileFound(async ({ groups }, _caller, { id }) => existing(await groups.find(id))),
    ),

    update: write(async ({ groups }, caller, { id, ...change }) => {
      requireAdministrator(caller);
      requireSound(groupErrors(change));
      await groups.update(changedGroup(existing(await groups.lock(id)), change, clock.now()));
      return existing(await groups.find(id));
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      existing(await stores.groups.lock(id));
      for (const listener of groupListeners) await listener.removed?.(stores, caller, id);
      await stores.members.removeIn(id);
      await stores.groups.remove(id);
    }),

    listMembers: read(async ({ groups, members }, _caller, { id, ...page }) => {
      existing(await groups.find(id));
      return members.list(id, page);
    }),

    addMembers: create(
      async (stores, caller, { id, ...newMembers }) => {
        const { groups, users, members } = stores;
        requireAdministrator(caller);
        requireSound(newMembersErrors(newMembers));
        await lockExisting(groups, id);
        const userIds = newMemberIds(newMembers);
        const known = new Set(await users.lockShared(userIds));
        requireSound(
          missingUserErrors(
            newMembers,
            userIds.filter((userId) => !known.has(userId)),
          ),
        );
        const createdAt = clock.now();
        const added = await members.insert(userIds.map((userId) => ({ id: newId(), groupId: id, userId, createdAt })));
        for (const userId of added) {
          for (const listener of groupListeners) await listener.memberAdded?.(stores, caller, { groupId: id, userId });
        }
        return { members: await members.findAll(id, userIds), added: added.length };
      },
      whileFound(async ({ members }, _caller, { members: { length } }, { id, ...newMembers }) => {
        if ((await members.findAll(id, newMemberIds(newMembers))).length < length) throw notFound();
      }),
    ),

    removeMember: write(async (stores, caller, { id, userId }) => {
      requireAdministrator(caller);
      await lockExisting(stores.groups, id);
      if (!(await stores.members.remove(id, userId))) return;
      for (const listener of groupListeners) await listener.memberRemoved?.(stores, caller, { groupId: id, userId });
    }),
  };
}

async function lockExisting(groups: DirectoryStores["groups"], id: GroupId): Promise<void> {
  if (!(await groups.lockShared(id))) throw notFound();
}

function contains(text: string): readonly Condition<GroupField>[] {
  return text === "" ? [] : [{ fields: ["name", "description"], join: "or", predicate: "cont", values: [text] }];
}
