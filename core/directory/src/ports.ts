import type { GroupId, ListQuery, Page, UserId } from "@cartulary/kernel";
import type { Contact, ContactField, ContactId } from "./contact.ts";
import type { Group, GroupField, GroupView } from "./group.ts";
import type { GroupMember, GroupMemberView } from "./group-member.ts";
import type { Team, TeamField, TeamId } from "./team.ts";
import type { User, UserField } from "./user.ts";

/** Where users are kept. */
export interface UserStore {
  find(id: UserId): Promise<User | null>;

  /** The same, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: UserId): Promise<User | null>;

  /** Which of these there are. They stay until the transaction ends, and so do their records. */
  hold(ids: readonly UserId[]): Promise<readonly UserId[]>;

  /** By e-mail address as somebody typed it, compared by its key (`emailKey`). */
  findByEmail(emailAddress: string): Promise<User | null>;

  list(query: ListQuery<UserField>): Promise<Page<User>>;

  /** Refuses an e-mail address that another user has: 422, `emailAddress` taken. */
  insert(user: User): Promise<void>;

  /** Replaces the whole record; refuses a taken e-mail address as `insert` does. */
  update(user: User): Promise<void>;

  remove(id: UserId): Promise<void>;

  /** Ids of the active super administrators, locked until the transaction ends: two that remove each other must queue. */
  lockSuperAdmins(): Promise<readonly UserId[]>;

  /** True while nobody was ever created. */
  isEmpty(): Promise<boolean>;
}

/** Where contacts are kept. */
export interface ContactStore {
  find(id: ContactId): Promise<Contact | null>;
  /** The same, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: ContactId): Promise<Contact | null>;
  list(query: ListQuery<ContactField>): Promise<Page<Contact>>;
  insert(contact: Contact): Promise<void>;
  /** Replaces the whole record. */
  update(contact: Contact): Promise<void>;
  remove(id: ContactId): Promise<void>;
}

/** Where groups are kept. */
export interface GroupStore {
  find(id: GroupId): Promise<GroupView | null>;
  /** The stored record, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: GroupId): Promise<Group | null>;
  /** Whether there is such a group. It stays until the transaction ends. */
  hold(id: GroupId): Promise<boolean>;
  list(query: ListQuery<GroupField>): Promise<Page<GroupView>>;
  insert(group: Group): Promise<void>;
  /** Replaces the whole record. */
  update(group: Group): Promise<void>;
  /** Its memberships went before. */
  remove(id: GroupId): Promise<void>;
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
  /** Leaves out who belongs to the group already; answers the users who came in. Groups and users are held. */
  insert(members: readonly GroupMember[]): Promise<readonly UserId[]>;
  /** Whether that user belonged. */
  remove(groupId: GroupId, userId: UserId): Promise<boolean>;
  /** Removes every membership in a group that is going. */
  removeIn(groupId: GroupId): Promise<void>;
  /** Removes every membership of a user who is going. */
  removeOf(userId: UserId): Promise<void>;
}

/** Where teams are kept. */
export interface TeamStore {
  find(id: TeamId): Promise<Team | null>;
  /** The same, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: TeamId): Promise<Team | null>;
  list(query: ListQuery<TeamField>): Promise<Page<Team>>;
  insert(team: Team): Promise<void>;
  /** Replaces the whole record. */
  update(team: Team): Promise<void>;
  remove(id: TeamId): Promise<void>;
}

/** What this package needs inside a transaction. */
export interface DirectoryStores {
  readonly users: UserStore;
  readonly contacts: ContactStore;
  readonly groups: GroupStore;
  readonly members: MemberStore;
  readonly teams: TeamStore;
}
