import type { Blobs } from "@cartulary/blobs";
import {
  type Caller,
  type Clock,
  existing,
  type ListQuery,
  type NewId,
  type Page,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { Occasion } from "../estate/family.ts";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import type { FileIntake } from "./attachment.ts";
import { type IncidentAttachments, incidentAttachments } from "./attachments.ts";
import type { IncidentField, IncidentId } from "./incident.ts";
import type { IncidentInput, IncidentTransition } from "./incident-input.ts";
import { type IncidentDetail, incidentDetail, type ListedIncident } from "./incident-view.ts";
import { declareIncident, type IntakeStores, moveIncident } from "./intake.ts";
import { surroundingsOf } from "./place.ts";

/**
 * The incidents of one mandataire. Whoever asks has found out before that the caller is a member of it, or a program that
 * speaks for it: only that declares, moves and attaches (rental.md §4).
 */
export interface Incidents extends IncidentAttachments {
  list(caller: Caller, query: ListQuery<IncidentField>): Promise<Page<ListedIncident>>;
  get(caller: Caller, id: IncidentId): Promise<IncidentDetail>;
  /** One whose legacy reference is known is the one that is there. Refused fields are `unprocessable_entity`. */
  declare(
    caller: Caller,
    input: IncidentInput,
  ): Promise<{ readonly incident: IncidentDetail; readonly isNew: boolean }>;
  /** Refuses (`invalid_transition`) what is not among the incident's `allowedTransitions`. */
  move(caller: Caller, transition: IncidentTransition & { readonly id: IncidentId }): Promise<IncidentDetail>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly blobs: Blobs;
  readonly files: FileIntake;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Incidents over a database and a blob store, a mandataire each. */
export function createIncidents<Stores extends RentalStores & IntakeStores>({
  transactFor,
  ...others
}: Dependencies<Stores>): (mandataireId: MandataireId) => Incidents {
  const { clock, newId } = others;
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const occasionNow = (): Occasion => {
      const now = clock.now();
      return { mandataireId, now, today: dayInParis(now), newId };
    };
    return {
      list: (_caller, query) => transact.read(({ incidents }) => incidents.list(query)),
      get: (_caller, id) => transact.read((stores) => detailOf(stores, id)),
      declare: (_caller, input) =>
        transact.write(async (stores) => {
          const { incident, isNew } = await declareIncident(stores, input, occasionNow());
          return { incident: await detailOf(stores, incident.id), isNew };
        }),
      move: (_caller, transition) =>
        transact.write(async (stores) => {
          const { id } = await moveIncident(stores, transition, clock.now());
          return detailOf(stores, id);
        }),
      ...incidentAttachments({ ...others, mandataireId, transact }),
    };
  };
}

async function detailOf(stores: RentalStores, id: IncidentId): Promise<IncidentDetail> {
  const incident = existing(await stores.incidents.find(id));
  return incidentDetail(incident, await surroundingsOf(stores, incident), await stores.incidentAttachments.of(id));
}
