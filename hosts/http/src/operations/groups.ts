import type { Groups } from "@cartulary/directory";
import type { groupMemberOperations, groupOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Groups over HTTP. */
export const groupHandlers = (groups: Groups): Handlers<typeof groupOperations> => ({
  listGroups: async ({ query: { query: containing = "" }, list, caller }) =>
    listed(await groups.list(caller, { query: list, containing })),
  createGroup: async ({ body, caller }) => created(await groups.create(caller, body)),
  getGroup: async ({ params, caller }) => ok(await groups.get(caller, params.id)),
  updateGroup: async ({ params, body, caller }) => ok(await groups.update(caller, { ...body, ...params })),
  deleteGroup: async ({ params, caller }) => {
    await groups.remove(caller, params.id);
    return noContent();
  },
});

/** Who belongs to a group, over HTTP. */
export const groupMemberHandlers = (groups: Groups): Handlers<typeof groupMemberOperations> => ({
  listGroupMembers: async ({ params, list, caller }) =>
    listed(await groups.listMembers(caller, { ...list, ...params })),
  addGroupMembers: async ({ params, body, caller }) => {
    const { members, added } = await groups.addMembers(caller, { ...body, ...params });
    return added > 0 ? created(members) : ok(members);
  },
  removeGroupMember: async ({ params, caller }) => {
    await groups.removeMember(caller, params);
    return noContent();
  },
});
