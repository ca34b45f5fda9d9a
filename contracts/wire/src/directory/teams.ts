import { teamListing, teamRecord } from "@cartulary/directory";
import { integer, uuid } from "../fields.ts";
import { DIRECTORY_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";
import { recordOperations } from "../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../record-shapes.ts";

const { createdAt, updatedAt, ...stored } = answerShape(teamRecord);

/** A team as it is answered. */
export const TeamRecord = record("Team", { ...stored, membersCount: integer(), createdAt, updatedAt });

/** The body that creates a team. */
export const TeamCreation = record("TeamCreate", creationShape(teamRecord));

/** The body that changes a team. */
export const TeamChange = record("TeamInput", patchShape(teamRecord));

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

export const teamOperations = operations({
  listTeams: teams.list("List teams"),
  createTeam: teams.create("Create a team"),
  getTeam: teams.get("Get a team"),
  updateTeam: teams.update("Update a team"),
  deleteTeam: teams.remove("Delete a team"),
});
