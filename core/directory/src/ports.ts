import type { GroupId, Page, RecordStore, UserId } from "@cartulary/kernel";
import type { Contact, ContactField } from "./contact.ts";
import type { Group, GroupField, GroupView } from "./group.ts";
import type { GroupMember, GroupMemberView } from "./group-member.ts";
import type { Team, TeamField } from "./team.ts";
import type { User, UserField } from "./user.ts";

/**
 * Port: storage of users. `insert` and `update` throw 422 (`emailAddress` taken) for an address that another user has.
 */
export interface UserStore extends RecordStore<User, UserField> {
  /** Returns the existing ids and locks their users in share mode until the transaction ends. */
  lockShared(ids: readonly UserId[]): Promise<readonly UserId[]>;

  /** Finds by e-mail address as typed, compared by its key (`emailKey`). */
  findByEmail(emailAddress: string): Promise<User | null>;

  /**
   * Returns the ids of active super administrators, locked until the transaction ends, so that two cannot remove each
   * other concurrently.
   */
  lockSuperAdmins(): Promise<readonly UserId[]>;

  /** True when there are no users. */
  isEmpty(): Promise<boolean>;
}

/** Port: storage of groups. Memberships must be removed before their group. */
export interface GroupStore extends RecordStore<Group, GroupField, GroupView> {
  /** True when the group exists; locks it in share mode until the transaction ends. */
  lockShared(id: GroupId): Promise<boolean>;
}

/** A page of a group's members, newest first. */
export interface MemberPage {
  readonly page: number;
  readonly perPage: number;
}

/** Port: storage of memberships. */
export interface MemberStore {
  list(groupId: GroupId, page: MemberPage): Promise<Page<GroupMemberView>>;
  /** Returns the memberships of these users in a group, in the order of `userIds`. */
  findAll(groupId: GroupId, userIds: readonly UserId[]): Promise<readonly GroupMemberView[]>;
  /**
   * Inserts memberships except existing ones; returns the new members. Groups and users must be locked in share mode.
   */
  insert(members: readonly GroupMember[]): Promise<readonly UserId[]>;
  /** Returns true if the user was a member. */
  remove(groupId: GroupId, userId: UserId): Promise<boolean>;
  /** Removes all memberships of a group that is being removed. */
  removeAllOfGroup(groupId: GroupId): Promise<void>;
  /** Removes all memberships of a user who is being removed. */
  removeAllOfUser(userId: UserId): Promise<void>;
}

/** Stores that this package needs inside a transaction. */
export interface DirectoryStores {
  readonly users: UserStore;
  readonly contacts: RecordStore<Contact, ContactField>;
  readonly groups: GroupStore;
  readonly members: MemberStore;
  readonly teams: RecordStore<Team, TeamField>;
}
