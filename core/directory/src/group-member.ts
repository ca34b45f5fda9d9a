import type { FieldError, GroupId, Id, Instant, UserId } from "@cartulary/kernel";
import type { User } from "./user.ts";

/** A membership of a user in a group. */
export interface GroupMember {
  readonly id: Id<"GroupMember">;
  readonly groupId: GroupId;
  readonly userId: UserId;
  readonly createdAt: Instant;
}

/** A membership with its user. */
export interface GroupMemberView extends Omit<GroupMember, "groupId"> {
  readonly user: Pick<User, "id" | "emailAddress" | "displayName" | "role">;
}

/** Maximum number of users per request (documents.md 2.1). */
export const ADD_MEMBERS_MAX = 100;

/** Users to add: either `userId` or `userIds`. Duplicates are ignored. */
export interface NewMembers {
  readonly userId?: UserId;
  readonly userIds?: readonly UserId[];
}

/** Validates the request without checking that the users exist. */
export function newMembersErrors({ userId, userIds }: NewMembers): readonly FieldError[] {
  if (userId !== undefined) {
    return userIds === undefined
      ? []
      : [{ field: "userIds", code: "invalid", message: "can't be combined with user_id" }];
  }
  if (userIds === undefined) return [{ field: "userId", code: "blank", message: "can't be blank" }];
  if (userIds.length === 0) return [{ field: "userIds", code: "blank", message: "can't be blank" }];
  if (userIds.length <= ADD_MEMBERS_MAX) return [];
  return [{ field: "userIds", code: "too_long", message: `is too long (maximum is ${ADD_MEMBERS_MAX} users)` }];
}

/** Returns the users to add without duplicates, in order. */
export function newMemberIds({ userId, userIds = [] }: NewMembers): readonly UserId[] {
  return userId === undefined ? [...new Set(userIds)] : [userId];
}

/** Returns the error for users that do not exist, if any. */
export function missingUserErrors({ userId }: NewMembers, missing: readonly UserId[]): readonly FieldError[] {
  if (missing.length === 0) return [];
  const field = userId === undefined ? "userIds" : "userId";
  return [{ field, code: "not_found", message: `does not exist: ${missing.join(", ")}` }];
}
