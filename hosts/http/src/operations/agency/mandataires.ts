import type { Mandataires, Memberships } from "@cartulary/rental/agency";
import type { mandataireMemberOperations, mandataireOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

export const mandataireHandlers: Handlers<typeof mandataireOperations, { readonly mandataires: Mandataires }> = {
  listMandataires: async ({ list, caller }, { mandataires }) => listReply(await mandataires.list(caller, list)),
  createMandataire: async ({ body, caller }, { mandataires }) => created(await mandataires.create(caller, body)),
  updateMandataire: async ({ params, body, caller }, { mandataires }) =>
    ok(await mandataires.update(caller, { ...body, ...params })),
  deleteMandataire: async ({ params, caller }, { mandataires }) =>
    noContent(await mandataires.remove(caller, params.id)),
};

export const mandataireMemberHandlers: Handlers<
  typeof mandataireMemberOperations,
  { readonly memberships: Memberships }
> = {
  listMandataireMembers: async ({ params, list, caller }, { memberships }) =>
    listReply(await memberships.list(caller, { mandataireId: params.id, query: list })),
  addMandataireMember: async ({ params, body, caller }, { memberships }) => {
    const { member, added } = await memberships.add(caller, { mandataireId: params.id, ...body });
    return added ? created(member) : ok(member);
  },
  removeMandataireMember: async ({ params, caller }, { memberships }) =>
    noContent(await memberships.remove(caller, { mandataireId: params.id, userId: params.userId })),
};
