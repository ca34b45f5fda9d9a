import type { ServiceEvents } from "@cartulary/rental/billing";
import type { serviceEventOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, type OfMandataire } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

/** The events of a mandate's services over HTTP. */
export const serviceEventHandlers: Handlers<
  typeof serviceEventOperations,
  { readonly serviceEvents: OfMandataire<ServiceEvents> }
> = {
  listServiceEvents: async ({ mandataireId, params, list, caller }, { serviceEvents }) =>
    listReply(await serviceEvents(mandataireId).list(caller, params.id, list)),
  createServiceEvent: async ({ mandataireId, params, body, caller }, { serviceEvents }) =>
    created(await serviceEvents(mandataireId).create(caller, { ...body, mandateId: params.id })),
  deleteServiceEvent: async ({ mandataireId, params, caller }, { serviceEvents }) =>
    noContent(await serviceEvents(mandataireId).remove(caller, { mandateId: params.id, id: params.eventId })),
};
