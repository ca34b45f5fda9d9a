import { teamListing } from "@cartulary/directory";
import { instant, integer, text, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";

/** A team as it is answered. */
export const TeamRecord = record("Team", {
  id: uuid<"Team">(),
  name: text(),
  description: text().nullable(),
  membersCount: integer(),
  createdAt: instant(),
  updatedAt: instant(),
});

const changeFields = { description: text().nullable().exactOptional() };

/** What is said of a team that is being made. */
export const TeamCreation = record("TeamCreate", { name: text(), ...changeFields });

/** What may be said of a team. */
export const TeamChange = record("TeamInput", { name: text().exactOptional(), ...changeFields });

const teams = recordOperations({
  path: `${DIRECTORY_BASE}/teams`,
  tag: "teams",
  role: "admin",
  id: uuid<"Team">(),
  list: teamListing,
  output: TeamRecord,
  creation: TeamCreation,
  change: TeamChange,
});

/** What can be done with teams. */
export const teamOperations = operations({
  listTeams: teams.list("The teams that there are"),
  createTeam: teams.create("Make a team"),
  getTeam: teams.get("One team"),
  updateTeam: teams.update("Change what is given of a team"),
  deleteTeam: teams.remove("Delete a team"),
});
