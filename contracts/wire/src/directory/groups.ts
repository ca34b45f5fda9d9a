import { groupListing, groupRecord } from "@cartulary/directory";
import { snakeObject } from "../casing.ts";
import { integer, searchText, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../record-shapes.ts";

const { createdAt, updatedAt, ...stored } = answerShape(groupRecord);

/** An access group as it is answered. */
export const GroupRecord = record("Group", { ...stored, membersCount: integer(), createdAt, updatedAt });

/** The body that creates a group. */
export const GroupCreation = record("GroupCreate", creationShape(groupRecord));

/** The body that changes a group. */
export const GroupChange = record("GroupInput", patchShape(groupRecord));

/** Text that the name or the description contains. */
const Search = snakeObject({ query: searchText().exactOptional() });

const groups = recordOperations({
  path: `${DIRECTORY_BASE}/groups`,
  tag: "groups",
  role: "admin",
  id: uuid<"Group">(),
  list: groupListing,
  output: GroupRecord,
  creation: GroupCreation,
  change: GroupChange,
});

/** Operations on groups, except on their members. */
export const groupOperations = operations({
  listGroups: { ...groups.list("List access groups by name"), query: Search, perPageAlias: "limit" },
  createGroup: groups.create("Create a group"),
  getGroup: groups.get("Get a group"),
  updateGroup: groups.update("Update a group"),
  deleteGroup: groups.remove("Delete a group and its permissions"),
});
