import { INCIDENT_PRIORITIES, INCIDENT_STATUSES } from "@cartulary/rental/incidents";
import { rentalOperations } from "@cartulary/wire";
import { html } from "hono/html";
import { facts } from "../components/facts.ts";
import { choiceText } from "./choice-words.ts";
import { FIELD_WORDS } from "./field-words.ts";
import { recordLink, recordTable } from "./record-table.ts";
import type { Resource } from "./resource.ts";
import type { AnyRecord } from "./values.ts";

/** The statuses of incidents that are not settled. */
export const OPEN_STATUSES = [
  ...["reported", "acknowledged", "pending_info"],
  ...["pending_intervention", "intervention_in_progress"],
] as const;

/** Incidents, which programs declare and move on; people read them here. */
export const incidents: Resource = {
  name: "incidents",
  list: rentalOperations.listIncidents,
  get: rentalOperations.getIncident,
  titleOf: ({ title }) => String(title),
  columns: ["title", "reference", "status", "priority", "createdAt", "dueAt"],
  filters: [
    { name: "q[title_cont]", field: "title" },
    {
      ...{ name: "q[status_in]", field: "status", choices: INCIDENT_STATUSES },
      groups: [{ values: OPEN_STATUSES, words: { en: "Open", fr: "Ouverts" } }],
    },
    { name: "q[priority_eq]", field: "priority", choices: INCIDENT_PRIORITIES },
  ],
  sorts: ["title", "created_at", "due_at"],
  groups: [
    {
      legend: { en: "Incident", fr: "Incident" },
      names: ["title", "reference", "status", "priority", "description", "outcomeMessage", "room", "scopeType"],
    },
    {
      legend: { en: "People", fr: "Personnes" },
      names: ["reporterName", "reporterType", "contactEmail", "contactPhone", "assignedToName"],
    },
    {
      legend: { en: "Progress", fr: "Suivi" },
      names: [
        "createdAt",
        "acknowledgedAt",
        "dueAt",
        "escalatedAt",
        "resolvedAt",
        "closedAt",
        "updatedAt",
        "messagesCount",
        "activeAssignmentsCount",
      ],
    },
    {
      legend: { en: "Category", fr: "Catégorie" },
      names: [
        "categoryName",
        "categoryPath",
        "legacyType",
        "legacyNature",
        "legacyMotif",
        "routedMaintenanceContractName",
      ],
    },
    {
      legend: { en: "Partner", fr: "Partenaire" },
      names: [
        "partnerSyncState",
        "partnerSkipReason",
        "partnerSyncRepairable",
        "partnerSyncStale",
        "partnerPulled",
        "partnerFollowupsFailed",
      ],
    },
    {
      legend: { en: "Record", fr: "Fiche" },
      names: [
        "legacyReference",
        "leaseReference",
        "id",
        "leaseId",
        "scopeId",
        "categoryId",
        "assignedToId",
        "reporterId",
        "routedMaintenanceContractId",
      ],
    },
  ],
  parts: (visit, { id, scope, leaseId, leaseReference, allowedTransitions, attachments }) => {
    const { propertyId, propertyName, name } = (scope ?? {}) as AnyRecord;
    const { next } = NEXT[visit.language];
    return [
      facts([
        [FIELD_WORDS.propertyName[visit.language], recordLink(visit, "properties", propertyId, propertyName ?? name)],
        [FIELD_WORDS.leaseReference[visit.language], recordLink(visit, "leases", leaseId, leaseReference)],
        [
          next,
          (allowedTransitions as readonly string[]).map((status) => choiceText(visit.language, status)).join(", ") ||
            "–",
        ],
      ]),
      recordTable(visit, { en: "Attachments", fr: "Pièces jointes" }, attachments, [
        [
          "filename",
          (file) =>
            html`<a href="${visit.href(`/agency/incidents/${String(id)}/attachments/${String(file.id)}`)}">${String(file.filename)}</a>`,
        ],
        ["byteSize"],
      ]),
    ];
  },
};

const NEXT = { en: { next: "Next statuses" }, fr: { next: "Statuts suivants" } } as const;
