import { groupListing } from "@cartulary/directory";
import { snakeObject } from "../casing.ts";
import { instant, integer, searched, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

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

/** What the name or the description contains. */
const Search = snakeObject({ query: searched().exactOptional() });

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

/** What can be done with groups; who belongs to them is among the operations of members. */
export const groupOperations = operations({
  listGroups: { ...groups.list("The access groups that there are, by name"), query: Search, perPageAlias: "limit" },
  createGroup: groups.create("Make a group"),
  getGroup: groups.get("One group"),
  updateGroup: groups.update("Change what is given of a group"),
  deleteGroup: groups.remove("Delete a group; what was granted to it goes along"),
});
