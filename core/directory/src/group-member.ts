import type { FieldError, GroupId, Id, Instant, UserId } from "@cartulary/kernel";
import type { User } from "./user.ts";

/** That somebody belongs to a group. */
export interface GroupMember {
  readonly id: Id<"GroupMember">;
  readonly groupId: GroupId;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/** A membership as it is answered: with who it is. */
export interface GroupMemberView extends Omit<GroupMember, "groupId"> {
  readonly user: Pick<User, "id" | "emailAddress" | "displayName" | "role">;
}

/** Users who may be added at once (documents.md 2.1). */
export const MEMBERS_ADDED_MAX = 100;

/** Who is to be added to a group: one user or several, never both. The same user said twice counts once. */
export interface NewMembers {
  readonly userId?: UserId;
  readonly userIds?: readonly UserId[];
}

/** What is wrong with what is asked, whoever exists. */
export function newMembersErrors({ userId, userIds }: NewMembers): readonly FieldError[] {
  if (userId !== undefined) {
    return userIds === undefined
      ? []
      : [{ field: "userIds", code: "invalid", message: "can't be given beside a single user" }];
  }
  if (userIds === undefined) return [{ field: "userId", code: "blank", message: "can't be blank" }];
  if (userIds.length === 0) return [{ field: "userIds", code: "blank", message: "can't be blank" }];
  if (userIds.length <= MEMBERS_ADDED_MAX) return [];
  return [{ field: "userIds", code: "too_long", message: `is too long (maximum is ${MEMBERS_ADDED_MAX} users)` }];
}

/** Those who are to be added, each once, in the order in which they were named. */
export function newMemberIds({ userId, userIds = [] }: NewMembers): readonly UserId[] {
  return userId === undefined ? [...new Set(userIds)] : [userId];
}

/** The refusal of those who do not exist; none when all do. */
export function missingUserErrors({ userId }: NewMembers, missing: readonly UserId[]): readonly FieldError[] {
  if (missing.length === 0) return [];
  const field = userId === undefined ? "userIds" : "userId";
  return [{ field, code: "not_found", message: `names nobody that there is: ${missing.join(", ")}` }];
}
