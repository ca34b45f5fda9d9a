import {
  createRecords,
  inputErrors,
  newRecord,
  patchOf,
  type RecordDependencies,
  type Records,
  type ReplayStores,
  requireAdministrator,
} from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";
import { type NewTeamInput, type Team, type TeamField, type TeamInput, teamRecord } from "./team.ts";

/** Teams. All users may read them; administrators write them. */
export type Teams = Records<Team, TeamField, TeamInput, NewTeamInput>;

export function createTeams<Stores extends DirectoryStores & ReplayStores>(
  dependencies: RecordDependencies<Stores>,
): Teams {
  return createRecords(
    {
      storeOf: ({ teams }: Stores) => teams,
      requireWriter: requireAdministrator,
      errors: (input: TeamInput) => inputErrors(teamRecord, input),
      newErrors: (input: NewTeamInput) => inputErrors(teamRecord, input),
      make: (input: NewTeamInput, { id, now }): Team => ({
        ...newRecord(teamRecord, input),
        id,
        createdAt: now,
        updatedAt: now,
      }),
      change: (team: Team, input: TeamInput, now): Team => ({ ...team, ...patchOf(teamRecord, input), updatedAt: now }),
    },
    dependencies,
  );
}
