import { groupListing } from "@cartulary/directory";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { instant, integer, searched, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

/** An access group as it is answered. */
export const GroupRecord = record("Group", {
  id: uuid<"Group">(),
  name: text(),
  description: text().nullable(),
  externalId: text().nullable(),
  membersCount: integer(),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = {
  description: text().nullable().exactOptional(),
  externalId: text().nullable().exactOptional(),
};

/** What is said of a group that is being made. */
export const GroupCreation = record("GroupCreate", { name: text(), ...changeFields });

/** What may be said of a group. */
export const GroupChange = record("GroupInput", { name: text().exactOptional(), ...changeFields });

const One = snakeObject({ id: uuid<"Group">() });
/** What the name or the description contains. */
const Search = snakeObject({ query: searched().exactOptional() });

const PATH = `${DIRECTORY_BASE}/groups` as const;

/** What can be done with groups; who belongs to them is among the operations of members. */
export const groupOperations = operations({
  listGroups: {
    method: "get",
    path: PATH,
    tag: "groups",
    summary: "The access groups that there are, by name",
    scope: "read",
    query: Search,
    list: groupListing,
    perPageAlias: "limit",
    replies: { 200: z.array(GroupRecord) },
  },
  createGroup: {
    method: "post",
    path: PATH,
    tag: "groups",
    summary: "Make a group",
    scope: "write",
    role: "admin",
    body: GroupCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: GroupRecord },
  },
  getGroup: {
    method: "get",
    path: `${PATH}/{id}`,
    tag: "groups",
    summary: "One group",
    scope: "read",
    params: One,
    replies: { 200: GroupRecord },
  },
  updateGroup: {
    method: "patch",
    path: `${PATH}/{id}`,
    tag: "groups",
    summary: "Change what is given of a group",
    scope: "write",
    role: "admin",
    params: One,
    body: GroupChange,
    replies: { 200: GroupRecord },
  },
  deleteGroup: {
    method: "delete",
    path: `${PATH}/{id}`,
    tag: "groups",
    summary: "Delete a group; what was granted to it goes along",
    scope: "write",
    role: "admin",
    params: One,
    replies: { 204: null },
  },
});
