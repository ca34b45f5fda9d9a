import {
  createRecords,
  type RecordDependencies,
  type Records,
  type ReplayStores,
  requireAdministrator,
} from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";
import {
  changedTeam,
  type NewTeamInput,
  newTeam,
  type Team,
  type TeamField,
  type TeamInput,
  teamErrors,
} from "./team.ts";

/** Teams. Everyone who signs in may read all of them; administrators write them. */
export type Teams = Records<Team, TeamField, TeamInput, NewTeamInput>;

export function createTeams<Stores extends DirectoryStores & ReplayStores>(
  dependencies: RecordDependencies<Stores>,
): Teams {
  return createRecords(
    {
      storeOf: ({ teams }: Stores) => teams,
      requireWriter: requireAdministrator,
      errors: teamErrors,
      newErrors: teamErrors,
      make: newTeam,
      change: changedTeam,
    },
    dependencies,
  );
}
