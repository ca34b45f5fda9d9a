import {
  type Caller,
  type Clock,
  create,
  existing,
  type ListQuery,
  type NewId,
  type OnRemoval,
  type Page,
  type ReplayStores,
  read,
  requireAdministrator,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import type { DirectoryStores } from "./ports.ts";
import {
  changedTeam,
  type NewTeamInput,
  newTeam,
  type Team,
  type TeamField,
  type TeamId,
  type TeamInput,
  teamErrors,
} from "./team.ts";

/**
 * Teams. Everyone who signs in may read all of them; administrators write them (403). A team that does not exist is
 * `not_found`; refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Teams {
  list(caller: Caller, query: ListQuery<TeamField>): Promise<Page<Team>>;
  get(caller: Caller, id: TeamId): Promise<Team>;
  create(caller: Caller, input: NewTeamInput): Promise<Team>;
  update(caller: Caller, change: TeamInput & { readonly id: TeamId }): Promise<Team>;
  remove(caller: Caller, id: TeamId): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

export function createTeams<Stores extends DirectoryStores & ReplayStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Teams {
  return service<Teams, Stores>(transact, teamUseCases(dependencies));
}

function teamUseCases<Stores extends DirectoryStores & ReplayStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<Teams, Stores> {
  return {
    list: read(({ teams }, _caller, query) => teams.list(query)),

    get: read(async ({ teams }, _caller, id) => existing(await teams.find(id))),

    create: create(
      async ({ teams }, caller, input) => {
        requireAdministrator(caller);
        requireSound(teamErrors(input));
        const team = newTeam(input, { id: newId(), now: clock.now() });
        await teams.insert(team);
        return team;
      },
      whileFound(async ({ teams }, _caller, { id }) => existing(await teams.find(id))),
    ),

    update: write(async ({ teams }, caller, { id, ...change }) => {
      requireAdministrator(caller);
      requireSound(teamErrors(change));
      const team = changedTeam(existing(await teams.lock(id)), change, clock.now());
      await teams.update(team);
      return team;
    }),

    remove: write(async (stores, caller, id) => {
      requireAdministrator(caller);
      existing(await stores.teams.lock(id));
      await stores.teams.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
