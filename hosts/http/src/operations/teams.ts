import type { Team, Teams } from "@cartulary/directory";
import type { teamOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Teams over HTTP. */
export const teamHandlers = (teams: Teams): Handlers<typeof teamOperations> => ({
  listTeams: async ({ list, caller }) => {
    const { items, ...page } = await teams.list(caller, list);
    return listed({ ...page, items: items.map(shown) });
  },
  createTeam: async ({ body, caller }) => created(shown(await teams.create(caller, body))),
  getTeam: async ({ params, caller }) => ok(shown(await teams.get(caller, params.id))),
  updateTeam: async ({ params, body, caller }) => ok(shown(await teams.update(caller, { ...body, ...params }))),
  deleteTeam: async ({ params, caller }) => {
    await teams.remove(caller, params.id);
    return noContent();
  },
});

/** The interface has a count of members, and nothing that makes somebody a member (decision 0009). */
const shown = (team: Team) => ({ ...team, membersCount: 0 });
