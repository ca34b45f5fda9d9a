import {
  type Caller,
  type Clock,
  type Condition,
  create,
  type GroupId,
  inputErrors,
  type ListQuery,
  type NewId,
  newRecord,
  notFound,
  orNotFound,
  type Page,
  patchOf,
  type ReplayStores,
  read,
  replayWhileVisible,
  requireAdministrator,
  service,
  single,
  type Transact,
  throwIfInvalid,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import { type GroupField, type GroupInput, type GroupView, groupRecord, type NewGroupInput } from "./group.ts";
import {
  type GroupMemberView,
  missingUserErrors,
  type NewMembers,
  newMemberIds,
  newMembersErrors,
} from "./group-member.ts";
import type { DirectoryStores, MemberPage } from "./ports.ts";

/**
 * Access groups and their members. All users may read them; administrators write them (otherwise 403). Unknown groups
 * are `not_found`; invalid fields are `unprocessable_entity`, all reported together.
 */
export interface Groups {
  list(caller: Caller, ask: GroupListQuery): Promise<Page<GroupView>>;
  get(caller: Caller, id: GroupId): Promise<GroupView>;
  create(caller: Caller, input: NewGroupInput): Promise<GroupView>;
  update(caller: Caller, change: GroupInput & { readonly id: GroupId }): Promise<GroupView>;
  /** Removes the group and its memberships, and calls listeners. */
  remove(caller: Caller, id: GroupId): Promise<void>;

  /** Lists memberships, newest first. */
  listMembers(caller: Caller, ask: MemberPage & { readonly id: GroupId }): Promise<Page<GroupMemberView>>;
  /** Adds all users, or none if one does not exist (422 `not_found`). Existing members stay. */
  addMembers(caller: Caller, newMembers: NewMembers & { readonly id: GroupId }): Promise<AddMembersResult>;
  /** Does nothing if the user is no member. */
  removeMember(caller: Caller, member: { readonly id: GroupId; readonly userId: UserId }): Promise<void>;
}

/** Selects groups. */
export interface GroupListQuery {
  readonly query: ListQuery<GroupField>;
  /** Text that the name or description contains, ignoring case; empty for all groups. */
  readonly memberId?: string;
}

/** The memberships of all requested users, in order. */
export interface AddMembersResult {
  readonly members: readonly GroupMemberView[];
  /** Number of new members. */
  readonly added: number;
}

/** Receives changes of groups in their transaction; errors roll it back. */
export interface GroupListener<Stores> {
  /** Called before the row is removed, so that references can be removed first. */
  removed?(stores: Stores, caller: Caller, groupId: GroupId): Promise<void>;
  /** Called for new members only. */
  memberAdded?(stores: Stores, caller: Caller, member: GroupMemberRef): Promise<void>;
  /** Called for actual members only; not when their group or user is removed. */
  memberRemoved?(stores: Stores, caller: Caller, member: GroupMemberRef): Promise<void>;
}

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
    list: single(({ groups }, _caller, { query, memberId: text = "" }) =>
      groups.list({ ...query, conditions: [...query.conditions, ...conditionsFor(text)] }),
    ),

    get: single(async ({ groups }, _caller, id) => orNotFound(await groups.find(id))),

    create: create(
      async ({ groups }, caller, input) => {
        requireAdministrator(caller);
        throwIfInvalid(inputErrors(groupRecord, input));
        const now = clock.now();
        const group = { ...newRecord(groupRecord, input), id: newId<"Group">(), createdAt: now, updatedAt: now };
        await groups.insert(group);
        return { ...group, membersCount: 0 };
      },
      replayWhileVisible(async ({ groups }, _caller, { id }) => orNotFound(await groups.find(id))),
    ),

    update: write(async ({ groups }, caller, { id, ...change }) => {
      requireAdministrator(caller);
      throwIfInvalid(inputErrors(groupRecord, change));
      const group = orNotFound(await groups.lock(id));
      await groups.update({ ...group, ...patchOf(groupRecord, change), updatedAt: clock.now() });
      return orNotFound(await groups.find(id));
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      orNotFound(await stores.groups.lock(id));
      for (const listener of groupListeners) await listener.removed?.(stores, caller, id);
      await stores.members.removeAllOfGroup(id);
      await stores.groups.remove(id);
    }),

    listMembers: read(async ({ groups, members }, _caller, { id, ...page }) => {
      orNotFound(await groups.find(id));
      return members.list(id, page);
    }),

    addMembers: create(
      async (stores, caller, { id, ...newMembers }) => {
        const { groups, users, members } = stores;
        requireAdministrator(caller);
        throwIfInvalid(newMembersErrors(newMembers));
        await lockExisting(groups, id);
        const userIds = newMemberIds(newMembers);
        const existing = new Set(await users.lockShared(userIds));
        throwIfInvalid(
          missingUserErrors(
            newMembers,
            userIds.filter((userId) => !existing.has(userId)),
          ),
        );
        const createdAt = clock.now();
        const added = await members.insert(userIds.map((userId) => ({ id: newId(), groupId: id, userId, createdAt })));
        for (const userId of added) {
          for (const listener of groupListeners) await listener.memberAdded?.(stores, caller, { groupId: id, userId });
        }
        return { members: await members.findAll(id, userIds), added: added.length };
      },
      replayWhileVisible(async ({ members }, _caller, { members: { length } }, { id, ...newMembers }) => {
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

function conditionsFor(text: string): readonly Condition<GroupField>[] {
  return text === "" ? [] : [{ fields: ["name", "description"], join: "or", predicate: "cont", values: [text] }];
}
