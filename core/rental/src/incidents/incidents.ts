import type { Blobs } from "@cartulary/blobs";
import {
  type Caller,
  type Clock,
  type ListQuery,
  type NewId,
  orNotFound,
  type Page,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../agency/mandataire.ts";
import type { WriteContext } from "../property/estate/estate-use-cases.ts";
import type { FileReceiver } from "./attachment.ts";
import { type IncidentAttachments, incidentAttachments } from "./attachments.ts";
import { type DeclareStores, declareIncident, moveIncident } from "./declare-incident.ts";
import type { IncidentField, IncidentId } from "./incident.ts";
import type { IncidentInput, IncidentTransition } from "./incident-input.ts";
import { type IncidentDetail, incidentDetail, type ListedIncident } from "./incident-view.ts";
import { readIncidentReferences } from "./names-and-addresses.ts";
import type { IncidentStores } from "./ports.ts";

/**
 * Incidents of one mandataire. The caller of this service has checked access: members read; only a program of the
 * mandataire declares, transitions and attaches (rental.md §4).
 */
export interface Incidents extends IncidentAttachments {
  list(caller: Caller, query: ListQuery<IncidentField>): Promise<Page<ListedIncident>>;
  get(caller: Caller, id: IncidentId): Promise<IncidentDetail>;
  /**
   * Returns the existing incident if its legacy reference is known. Throws `unprocessable_entity` with the errors of
   * all invalid fields.
   */
  declare(
    caller: Caller,
    input: IncidentInput,
  ): Promise<{ readonly incident: IncidentDetail; readonly isNew: boolean }>;
  /** Throws `invalid_transition` for a status outside the incident's `allowedTransitions`. */
  move(caller: Caller, transition: IncidentTransition & { readonly id: IncidentId }): Promise<IncidentDetail>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly files: FileReceiver;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates the incidents of each mandataire over a database and a blob store. */
export function createIncidents<Stores extends IncidentStores & DeclareStores>({
  transactFor,
  ...dependencies
}: Dependencies<Stores>): (mandataireId: MandataireId) => Incidents {
  const { clock, newId } = dependencies;
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const newContext = (): WriteContext => {
      const now = clock.now();
      return { mandataireId, now, today: dayInParis(now), newId };
    };
    return {
      list: (_caller, query) => transact.read(({ incidents }) => incidents.list(query)),
      get: (_caller, id) => transact.read((stores) => detailOf(stores, id)),
      declare: (_caller, input) =>
        transact.write(async (stores) => {
          const { incident, isNew } = await declareIncident(stores, input, newContext());
          return { incident: await detailOf(stores, incident.id), isNew };
        }),
      move: (_caller, transition) =>
        transact.write(async (stores) => {
          const { id } = await moveIncident(stores, transition, clock.now());
          return detailOf(stores, id);
        }),
      ...incidentAttachments({ ...dependencies, mandataireId, transact }),
    };
  };
}

async function detailOf(stores: IncidentStores, id: IncidentId): Promise<IncidentDetail> {
  const incident = orNotFound(await stores.incidents.find(id));
  return incidentDetail(
    incident,
    await readIncidentReferences(stores, incident),
    await stores.incidentAttachments.of(id),
  );
}
