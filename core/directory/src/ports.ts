import type { GroupId, Page, RecordStore, UserId } from "@cartulary/kernel";
import type { Contact, ContactField } from "./contact.ts";
import type { Group, GroupField, GroupView } from "./group.ts";
import type { GroupMember, GroupMemberView } from "./group-member.ts";
import type { Team, TeamField } from "./team.ts";
import type { User, UserField } from "./user.ts";

/**
 * Where users are kept. An e-mail address that another user has is refused, by `insert` and by `update`: 422,
 * `emailAddress` taken.
 */
export interface UserStore extends RecordStore<User, UserField> {
  /** Which of these there are. They stay until the transaction ends, and so do their records. */
  lockShared(ids: readonly UserId[]): Promise<readonly UserId[]>;

  /** By e-mail address as somebody typed it, compared by its key (`emailKey`). */
  findByEmail(emailAddress: string): Promise<User | null>;

  /** Ids of the active super administrators, locked until the transaction ends: two that remove each other must queue. */
  lockSuperAdmins(): Promise<readonly UserId[]>;

  /** True while nobody was ever created. */
  isEmpty(): Promise<boolean>;
}

/** Where groups are kept. Their memberships go before they do. */
export interface GroupStore extends RecordStore<Group, GroupField, GroupView> {
  /** Whether there is such a group. It stays until the transaction ends. */
  lockShared(id: GroupId): Promise<boolean>;
}

/** Which page of a group's members; who came last comes first. */
export interface MemberPage {
  readonly page: number;
  readonly perPage: number;
}

/** Who belongs to which group. */
export interface MemberStore {
  list(groupId: GroupId, page: MemberPage): Promise<Page<GroupMemberView>>;
  /** The memberships that these users have in a group, in the order of `userIds`. */
  findAll(groupId: GroupId, userIds: readonly UserId[]): Promise<readonly GroupMemberView[]>;
  /** Leaves out who belongs to the group already; answers the users who came in. Groups and users are locked shared. */
  insert(members: readonly GroupMember[]): Promise<readonly UserId[]>;
  /** Whether that user belonged. */
  remove(groupId: GroupId, userId: UserId): Promise<boolean>;
  /** Removes every membership in a group that is going. */
  removeIn(groupId: GroupId): Promise<void>;
  /** Removes every membership of a user who is going. */
  removeOf(userId: UserId): Promise<void>;
}

/** What this package needs inside a transaction. */
export interface DirectoryStores {
  readonly users: UserStore;
  readonly contacts: RecordStore<Contact, ContactField>;
  readonly groups: GroupStore;
  readonly members: MemberStore;
  readonly teams: RecordStore<Team, TeamField>;
}
