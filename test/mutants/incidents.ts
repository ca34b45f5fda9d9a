import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/rental/src";
const SQL = "adapters/sql/src/rental/incidents";
const HTTP = "http/incidents";
const PURE = "core/rental/test/agency/references";
const STORES = "adapters/sqlite/test/rental";

/** Bugs of incidents, of their attachments, and of references. */
export const incidentMutants: readonly Mutant[] = mutantsOf({
  [`${CORE}/incidents/incident-input.ts`]: [
    ["an incident may become anything", "incidentTransitions.move(incident.status, next, message)", "next", HTTP],
    ["an incident is acknowledged anew each time", "(incident.acknowledgedAt ?? now)", "now", HTTP],
    ["what is open again stays resolved", 'status === "acknowledged" ? null : incident', "incident", HTTP],
    ["nothing says when an incident was closed", 'status === "closed" ? now', 'status === "closed" ? null', HTTP],
    ["a transition forgets what came of it", "outcomeMessage = incident.outcomeMessage", "outcomeMessage = null", HTTP],
    ["a declaration needs no place", '["scopeType", "scopeId"]', "[]", HTTP],
  ],
  [`${CORE}/incidents/incident.ts`]: [
    ["what is closed can be opened again", "closed: [],", 'closed: ["acknowledged"],', HTTP],
    ["what is reported can be resolved at once", '["acknowledged", "cancelled"],', '["resolved", "cancelled"],', HTTP],
  ],
  [`${CORE}/incidents/declare-incident.ts`]: [
    ["a name that is known is taken for a new one", "if (existing) return", "if (false) return", HTTP],
    ["numbers are not counted", "await useReference(stores.codes, SERIES.incident, reference);", "", HTTP],
    ["an incident may be nowhere", "...(scopeExists ? [] :", "...(true ? [] :", HTTP],
    [
      "an incident may be of a lease that there is not",
      "!(await stores.leases.lock(leaseId as LeaseId))",
      "false",
      HTTP,
    ],
    ["an incident of a lease belongs to none", 'scopeType === "Lease" && declared.leaseId === null', "false", HTTP],
  ],
  [`${CORE}/incidents/attachments.ts`]: [
    ["bytes of a refused file stay", "await blobs.discard(staged.blob);", "", HTTP],
    [
      "a file may declare a wrong type",
      "const isMisleading = isDeceptive(sent.fileName);",
      "const isMisleading = false;",
      HTTP,
    ],
  ],
  [`${SQL}/attachment-store.ts`]: [
    [
      "an attachment is found by its id alone",
      'await own.where("incident_id", "=", incidentId).where("id", "=", id)',
      'await own.where("id", "=", id)',
      HTTP,
      STORES,
    ],
  ],
  [`${SQL}/incident-store.ts`]: [
    [
      "another's incident is found by its name",
      'db.selectFrom("incidents").where("incidents.mandataire_id", "=", mandataireId)',
      'db.selectFrom("incidents")',
      STORES,
    ],
  ],
  [`${CORE}/agency/reference.ts`]: [
    ["a reference is found in a longer number", "(?!\\\\d)", "", PURE],
    ["references differ by case", '"giu"', '"gu"', PURE],
    ["a number of seven digits is cut", "(${longer}|${minimum})", "(${minimum})", PURE],
    ["the same reference counts twice", "[...new Set(matches)]", "matches", PURE],
  ],
  "hosts/http/src/guards/authenticate-connector.ts": [
    ["a connector without a mandataire sends incidents", "if (mandataireId === null) throw", "if (false) throw", HTTP],
  ],
});
