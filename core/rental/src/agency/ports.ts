import type { DirectoryStores } from "@cartulary/directory";
import type { Instant, ListQuery, Page, RecordStore, UserId } from "@cartulary/kernel";
import type { Change, ChangesQuery } from "./change.ts";
import type { OpenWriteStores } from "./long-writes.ts";
import type { Mandataire, MandataireField, MandataireId } from "./mandataire.ts";
import type { MandataireMember, MandataireMemberField, MandataireMemberView } from "./member.ts";

/** Port: stores mandataires. Their memberships are removed before them. */
export interface MandataireStore extends Omit<RecordStore<Mandataire, MandataireField>, "list"> {
  /** Returns true if the mandataire exists, and locks it in share mode until the transaction ends. */
  lockShared(id: MandataireId): Promise<boolean>;
  /**
   * Returns the mandataires of a member. Their `updatedAt` is at the earliest the start of the membership (estate.md
   * 4.2).
   */
  listOf(userId: UserId, query: ListQuery<MandataireField>): Promise<Page<Mandataire>>;
  /**
   * Returns changes of the mandataires of which the user is or was a member. A change is dated at the earliest at the
   * start of the membership.
   */
  changesOf(userId: UserId, query: ChangesQuery): Promise<Page<Change>>;
  /** Returns at most `limit` ids in their order, after `after`. */
  ids(after: MandataireId | null, limit: number): Promise<readonly MandataireId[]>;
}

/** Port: stores the members of mandataires. */
export interface MandataireMemberStore {
  list(id: MandataireId, query: ListQuery<MandataireMemberField>): Promise<Page<MandataireMemberView>>;
  find(id: MandataireId, userId: UserId): Promise<MandataireMemberView | null>;
  /** Returns false, without writing, if the user is a member already. Locks mandataire and user in share mode. */
  insert(member: MandataireMember): Promise<boolean>;
  /** Returns false if the user is not a member. */
  remove(id: MandataireId, userId: UserId): Promise<boolean>;
  /** Removes the memberships of a mandataire. */
  removeIn(id: MandataireId): Promise<void>;
  /** Removes the memberships of a user. */
  removeOf(userId: UserId): Promise<void>;
}

/**
 * Port: stores tombstones of memberships for their users. It is not confined to one mandataire, since a former member
 * has no access to the mandataire's own stores.
 */
export interface MembershipTombstoneStore {
  /** Adds a tombstone for each member of a mandataire that is removed. */
  insertIn(id: MandataireId, at: Instant): Promise<void>;
  /** Adds a tombstone for a membership that ends. */
  insert(id: MandataireId, userId: UserId, at: Instant): Promise<void>;
  /** Removes the tombstone of a membership that begins again. */
  remove(id: MandataireId, userId: UserId): Promise<void>;
  /** Removes the tombstones of a user who is deleted. */
  removeOf(userId: UserId): Promise<void>;
  /** Removes tombstones older than `at`. */
  removeBefore(at: Instant): Promise<void>;
}

/** Port: finds the mandataires of a user in one statement outside any transaction. Every rental request calls it. */
export interface MembershipFinder {
  /** Ordered by id. */
  mandatairesOf(userId: UserId): Promise<readonly MandataireId[]>;
}

/** Port: counters of codes. A counter is a locked row, so that a rollback leaves no gap. */
export interface CodeStore {
  /** Returns the last number of a kind, or 0, and locks the counter until the transaction ends. */
  lock(kind: string): Promise<number>;
  /** Sets a counter that this transaction has locked. */
  set(kind: string, last: number): Promise<void>;
  /** Returns those of the codes that belonged to a removed record. */
  findRetired(codes: readonly string[]): Promise<readonly string[]>;
  /** Reserves the code of a removed record, so that it is not reused. */
  retire(code: string): Promise<void>;
  /** Removes all counters and retired codes of the mandataire. */
  removeAll(): Promise<void>;
}

/** Stores of this wing in any transaction. */
export interface AgencyStores extends Pick<DirectoryStores, "users">, OpenWriteStores {
  readonly mandataires: MandataireStore;
  readonly mandataireMembers: MandataireMemberStore;
  readonly membershipTombstones: MembershipTombstoneStore;
}
