import type { Team, Teams } from "@cartulary/directory";
import type { teamOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const teamHandlers: Handlers<typeof teamOperations, { readonly teams: Teams }> = {
  listTeams: async ({ list, caller }, { teams }) => {
    const { items, ...page } = await teams.list(caller, list);
    return listReply({ ...page, items: items.map(shown) });
  },
  createTeam: async ({ body, caller }, { teams }) => created(shown(await teams.create(caller, body))),
  getTeam: async ({ params, caller }, { teams }) => ok(shown(await teams.get(caller, params.id))),
  updateTeam: async ({ params, body, caller }, { teams }) =>
    ok(shown(await teams.update(caller, { ...body, ...params }))),
  deleteTeam: async ({ params, caller }, { teams }) => noContent(await teams.remove(caller, params.id)),
};

/** The interface has a member count but no operation that adds members (decision 0009). */
const shown = (team: Team) => ({ ...team, membersCount: 0 });
