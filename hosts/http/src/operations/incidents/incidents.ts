import { type IncidentAttachment, type IncidentDetail, type Incidents, isImage } from "@cartulary/rental/incidents";
import { incidentOperations, type portalIncidentOperations } from "@cartulary/wire";
import { created, type Handlers, type OfMandataire, ok } from "../../requests/handlers.ts";
import { listReply } from "../../requests/listing.ts";

interface IncidentServices {
  readonly incidents: OfMandataire<Incidents>;
  readonly baseUrl: () => string;
}

/** Handlers for members of a mandataire. */
export const incidentHandlers: Handlers<typeof incidentOperations, IncidentServices> = {
  listIncidents: async ({ mandataireId, caller, list }, { incidents }) =>
    listReply(await incidents(mandataireId).list(caller, list)),
  getIncident: async ({ mandataireId, caller, params }, { incidents, baseUrl }) =>
    ok(shownIncident(await incidents(mandataireId).get(caller, params.id), baseUrl())),
  getIncidentAttachment: async ({ mandataireId, caller, params }, { incidents }) => {
    const key = { incidentId: params.id, id: params.attachmentId };
    const { filename, open, ...content } = await incidents(mandataireId).download(caller, key);
    return ok({ content: { ...content, name: filename }, open });
  },
};

/** Handlers for connectors of a mandataire. */
export const portalIncidentHandlers: Handlers<typeof portalIncidentOperations, IncidentServices> = {
  declareIncident: async ({ mandataireId, caller, body }, { incidents, baseUrl }) => {
    const { incident, isNew } = await incidents(mandataireId).declare(caller, body);
    const shown = shownIncident(incident, baseUrl());
    return isNew ? created(shown) : ok(shown);
  },
  moveIncident: async ({ mandataireId, caller, params, body }, { incidents, baseUrl }) =>
    ok(shownIncident(await incidents(mandataireId).move(caller, { ...body, ...params }), baseUrl())),
  attachToIncident: async ({ mandataireId, caller, params, incoming }, { incidents, baseUrl }) => {
    const sent = { incidentId: params.id, form: incoming };
    return created(shownAttachment(await incidents(mandataireId).attach(caller, sent), baseUrl()));
  },
};

/** An attachment in replies. */
type ShownAttachment = Pick<IncidentAttachment, "id" | "filename" | "contentType" | "byteSize"> & {
  readonly image: boolean;
  readonly url: string;
};

function shownAttachment(attachment: IncidentAttachment, baseUrl: string): ShownAttachment {
  const { id, incidentId, filename, contentType, byteSize } = attachment;
  const path = incidentOperations.getIncidentAttachment.path.replace("{id}", incidentId).replace("{attachment_id}", id);
  return { id, filename, contentType, byteSize, image: isImage(attachment), url: baseUrl + path };
}

type ShownIncident = Omit<IncidentDetail, "attachments"> & { readonly attachments: readonly ShownAttachment[] };

function shownIncident(incident: IncidentDetail, baseUrl: string): ShownIncident {
  return { ...incident, attachments: incident.attachments.map((each) => shownAttachment(each, baseUrl)) };
}
