import type { ListQuery, Page, UserId } from "@cartulary/kernel";
import type { User, UserField } from "./user.ts";

/** Where users are kept. */
export interface UserStore {
  find(id: UserId): Promise<User | null>;

  /** The same, locked until the transaction ends, so that no change of another field is lost. */
  lock(id: UserId): Promise<User | null>;

  /** By e-mail address, compared folded. */
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

/** What this package needs inside a transaction. */
export interface DirectoryStores {
  readonly users: UserStore;
}
