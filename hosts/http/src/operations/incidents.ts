import {
  type IncidentAttachment,
  type IncidentDetail,
  type Incidents,
  isImage,
  type MandataireId,
} from "@cartulary/rental";
import { incidentOperations, type portalIncidentOperations } from "@cartulary/wire";
import { created, type Handlers, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

type IncidentsOf = (mandataireId: MandataireId) => Incidents;

/** Incidents over HTTP, for members of a mandataire. */
export function incidentHandlers(incidents: IncidentsOf, baseUrl: () => string): Handlers<typeof incidentOperations> {
  return {
    listIncidents: async ({ mandataireId, caller, list }) => listed(await incidents(mandataireId).list(caller, list)),
    getIncident: async ({ mandataireId, caller, params }) =>
      ok(shownIncident(await incidents(mandataireId).get(caller, params.id), baseUrl())),
    getIncidentAttachment: async ({ mandataireId, caller, params }) => {
      const key = { incidentId: params.id, id: params.attachmentId };
      const { filename, open, ...content } = await incidents(mandataireId).download(caller, key);
      return ok({ content: { ...content, name: filename }, open });
    },
  };
}

/** The same for programs that speak for one. */
export function portalIncidentHandlers(
  incidents: IncidentsOf,
  baseUrl: () => string,
): Handlers<typeof portalIncidentOperations> {
  return {
    declareIncident: async ({ mandataireId, caller, body }) => {
      const { incident, isNew } = await incidents(mandataireId).declare(caller, body);
      const shown = shownIncident(incident, baseUrl());
      return isNew ? created(shown) : ok(shown);
    },
    moveIncident: async ({ mandataireId, caller, params, body }) =>
      ok(shownIncident(await incidents(mandataireId).move(caller, { ...body, ...params }), baseUrl())),
    attachToIncident: async ({ mandataireId, caller, params, incoming }) => {
      const sent = { incidentId: params.id, form: incoming };
      return created(shownAttachment(await incidents(mandataireId).attach(caller, sent), baseUrl()));
    },
  };
}

/** An attachment as it is answered. */
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
