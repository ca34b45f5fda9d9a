import { incidentListing } from "@cartulary/rental/incidents";
import { idOf, ROWS, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, listed, newId, required, type Works } from "./works.ts";

const mandataire = idOf<"Mandataire">("mandataires", 0);
const incident = idOf<"Incident">("incidents", 7);
const attachment = idOf<"IncidentAttachment">("incident_attachments", 7);
const entrance = idOf<"Entrance">("entrances", 7);

/** The works of incidents and their attachments. */
export const incidentWorks: Works<"incidents" | "incidentAttachments" | "incidentFiles"> = {
  incidents: {
    find: [BY_KEY, ({ incidents }) => incidents.find(incident)],
    lock: [BY_KEY, ({ incidents }) => incidents.lock(incident)],
    findLegacy: [BY_KEY, ({ incidents }) => incidents.findLegacy("unknown")],
    list: [7 * ROWS.incidents, listed(incidentListing, ({ incidents }, query) => incidents.list(query))],
    firstUnitOf: [BY_KEY, ({ incidents }) => incidents.firstUnitOf(idOf<"Lease">("leases", 7))],
    propertyOf: [BY_KEY, ({ incidents }) => incidents.propertyOf(entrance)],
    insert: [
      BY_KEY,
      async ({ incidents }) =>
        incidents.insert({
          ...required(await incidents.find(incident)),
          ...{ id: newId(), year: "2027", number: 1, legacyReference: "new" },
        }),
    ],
    update: [BY_KEY, async ({ incidents }) => incidents.update(required(await incidents.find(incident)))],
    any: [BY_KEY, ({ incidents }) => incidents.any()],
  },
  incidentAttachments: {
    of: [BY_KEY, ({ incidentAttachments }) => incidentAttachments.of(incident)],
    find: [BY_KEY, ({ incidentAttachments }) => incidentAttachments.find(incident, attachment)],
    insert: [
      BY_KEY,
      async ({ incidentAttachments }) => {
        const [present] = await incidentAttachments.of(incident);
        await incidentAttachments.insert({ ...required(present ?? null), id: newId() });
      },
    ],
  },
  incidentFiles: {
    find: [BY_KEY, ({ incidentFiles }) => incidentFiles.find(mandataire, attachment)],
    insert: [
      BY_KEY,
      async ({ incidentAttachments, incidentFiles }) => {
        const [present] = await incidentAttachments.of(incident);
        const id = newId<"IncidentAttachment">();
        await incidentAttachments.insert({ ...required(present ?? null), id });
        await incidentFiles.insert(mandataire, id, "blobs/new" as never);
      },
    ],
    holders: [
      everybodys("incident_files"),
      ({ incidentFiles }) => incidentFiles.holders(textOf(1) as never, textOf(2) as never),
    ],
  },
};
