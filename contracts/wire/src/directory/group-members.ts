import { groupLists } from "@cartulary/directory";
import { snakeObject } from "../casing.ts";
import { instant, listOf, role, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations, PAGES } from "../operation.ts";
import { needed, record } from "../record.ts";

/** Whose membership it is. */
const GroupMemberUser = record("GroupMemberUser", {
  id: uuid<"User">(),
  emailAddress: text(),
  displayName: text(),
  role: role(),
});

/** A membership as it is answered. */
export const GroupMemberRecord = record("GroupMember", {
  id: uuid<"GroupMember">(),
  userId: uuid<"User">(),
  user: GroupMemberUser,
  createdAt: instant(),
});

/** Who is added to a group: one user or several. */
export const GroupMemberCreation = needed(
  record("GroupMemberCreate", {
    userId: uuid<"User">().exactOptional(),
    userIds: listOf(uuid<"User">()).exactOptional(),
  }),
);

const OfGroup = snakeObject({ id: uuid<"Group">() });
const One = snakeObject({ id: uuid<"Group">(), userId: uuid<"User">() });

const PATH = `${DIRECTORY_BASE}/groups/{id}/members` as const;

/** What can be done with the members of a group. */
export const groupMemberOperations = operations({
  listGroupMembers: {
    method: "get",
    path: PATH,
    tag: "groups",
    summary: "Who belongs to a group; who came last comes first",
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
    summary: "Add users to a group: 201 when somebody came in, 200 when all were members already",
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
    summary: "Remove a user from a group; done also where the user is no member",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
