import { groupLists } from "@cartulary/directory";
import { snakeObject } from "../casing.ts";
import { instant, listOf, role, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations, PAGES } from "../operation.ts";
import { record, requiredByOperation } from "../record.ts";

/** The user of a membership. */
const GroupMemberUser = record("GroupMemberUser", {
  id: uuid<"User">(),
  emailAddress: text(),
  displayName: text(),
  role: role(),
});

export const GroupMemberRecord = record("GroupMember", {
  id: uuid<"GroupMember">(),
  userId: uuid<"User">(),
  user: GroupMemberUser,
  createdAt: instant(),
});

/** The users to add: one or several. */
export const GroupMemberCreation = requiredByOperation(
  record("GroupMemberCreate", {
    userId: uuid<"User">().exactOptional(),
    userIds: listOf(uuid<"User">()).exactOptional(),
  }),
);

const OfGroup = snakeObject({ id: uuid<"Group">() });
const One = snakeObject({ id: uuid<"Group">(), userId: uuid<"User">() });

const PATH = `${DIRECTORY_BASE}/groups/{id}/members` as const;

export const groupMemberOperations = operations({
  listGroupMembers: {
    method: "get",
    path: PATH,
    tag: "groups",
    summary: "List the members of a group, latest first",
    scope: "read",
    params: OfGroup,
    list: PAGES,
    perPage: groupLists.perPage,
    replies: { 200: listOf(GroupMemberRecord) },
  },
  addGroupMembers: {
    method: "post",
    path: PATH,
    tag: "groups",
    summary: "Add users to a group: 201 if any was added, 200 if all were members",
    scope: "write",
    role: "admin",
    params: OfGroup,
    body: GroupMemberCreation,
    headers: ["Idempotency-Key"],
    replies: { 200: listOf(GroupMemberRecord), 201: listOf(GroupMemberRecord) },
  },
  removeGroupMember: {
    method: "delete",
    path: `${PATH}/{user_id}`,
    tag: "groups",
    summary: "Remove a user from a group; succeeds also without a membership",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
