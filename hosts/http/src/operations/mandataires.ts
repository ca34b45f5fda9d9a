import type { Mandataires, Memberships } from "@cartulary/rental";
import type { mandataireMemberOperations, mandataireOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Mandataires over HTTP. */
export const mandataireHandlers = (mandataires: Mandataires): Handlers<typeof mandataireOperations> => ({
  listMandataires: async ({ list, caller }) => listed(await mandataires.list(caller, list)),
  createMandataire: async ({ body, caller }) => created(await mandataires.create(caller, body)),
  updateMandataire: async ({ params, body, caller }) => ok(await mandataires.update(caller, { ...body, ...params })),
  deleteMandataire: async ({ params, caller }) => {
    await mandataires.remove(caller, params.id);
    return noContent();
  },
});

/** Who works for a mandataire, over HTTP. */
export const mandataireMemberHandlers = (memberships: Memberships): Handlers<typeof mandataireMemberOperations> => ({
  listMandataireMembers: async ({ params, list, caller }) =>
    listed(await memberships.list(caller, { mandataireId: params.id, query: list })),
  addMandataireMember: async ({ params, body, caller }) => {
    const { member, added } = await memberships.add(caller, { mandataireId: params.id, ...body });
    return added ? created(member) : ok(member);
  },
  removeMandataireMember: async ({ params, caller }) => {
    await memberships.remove(caller, { mandataireId: params.id, userId: params.userId });
    return noContent();
  },
});
