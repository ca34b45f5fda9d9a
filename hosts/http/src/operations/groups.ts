import type { Groups } from "@cartulary/directory";
import type { groupMemberOperations, groupOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const groupHandlers: Handlers<typeof groupOperations, { readonly groups: Groups }> = {
  listGroups: async ({ query: { query: containing = "" }, list, caller }, { groups }) =>
    listReply(await groups.list(caller, { query: list, memberId: containing })),
  createGroup: async ({ body, caller }, { groups }) => created(await groups.create(caller, body)),
  getGroup: async ({ params, caller }, { groups }) => ok(await groups.get(caller, params.id)),
  updateGroup: async ({ params, body, caller }, { groups }) => ok(await groups.update(caller, { ...body, ...params })),
  deleteGroup: async ({ params, caller }, { groups }) => noContent(await groups.remove(caller, params.id)),
};

export const groupMemberHandlers: Handlers<typeof groupMemberOperations, { readonly groups: Groups }> = {
  listGroupMembers: async ({ params, list, caller }, { groups }) =>
    listReply(await groups.listMembers(caller, { ...list, ...params })),
  addGroupMembers: async ({ params, body, caller }, { groups }) => {
    const { members, added } = await groups.addMembers(caller, { ...body, ...params });
    return added > 0 ? created(members) : ok(members);
  },
  removeGroupMember: async ({ params, caller }, { groups }) => noContent(await groups.removeMember(caller, params)),
};
