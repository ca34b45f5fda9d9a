import {
  type Caller,
  type Clock,
  createIdempotently,
  type ListQuery,
  type NewId,
  newRecord,
  orNotFound,
  type Page,
  type ReplayStores,
  replayWhileVisible,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import { fieldError, unknownError } from "../../agency/field-rules.ts";
import type { MandataireId } from "../../agency/mandataire.ts";
import { covers } from "../../agency/time/interval.ts";
import type { LeaseId } from "../../property/leases/lease.ts";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { BillingStores } from "../ports.ts";
import {
  type ServiceEvent,
  type ServiceEventField,
  type ServiceEventId,
  type ServiceEventInput,
  serviceEventErrors,
  serviceEventRecord,
  type ValidServiceEvent,
} from "./service-event.ts";

/** An event of a mandate's service. */
export type ServiceEventCreation = ServiceEventInput & { readonly mandateId: MandateId };

/** The events of one mandataire's services, whose membership the caller has checked. */
export interface ServiceEvents {
  /** Throws 404 for an unknown mandate. */
  list(caller: Caller, mandateId: MandateId, query: ListQuery<ServiceEventField>): Promise<Page<ServiceEvent>>;
  /**
   * Records an event, which the next run bills once. Throws 404 for an unknown mandate and field errors: `invalid` for
   * a service that is inactive or not billed by event, `blank` for the lease of a service that tenants pay.
   */
  create(caller: Caller, input: ServiceEventCreation): Promise<ServiceEvent>;
  /** Removes an event. Throws 422 `has_dependents` once a run has billed it. */
  remove(caller: Caller, key: { readonly mandateId: MandateId; readonly id: ServiceEventId }): Promise<void>;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createServiceEvents<Stores extends BillingStores & ReplayStores>({
  transactFor,
  clock,
  newId,
}: Dependencies<Stores>): (mandataireId: MandataireId) => ServiceEvents {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, mandateId, query) =>
        transact.read(async ({ mandates, serviceEvents }) => {
          orNotFound(await mandates.find(mandateId));
          return serviceEvents.list(mandateId, query);
        }),

      async create(caller, { mandateId, ...input }) {
        const work = async (stores: Stores) => {
          throwIfInvalid(serviceEventErrors(input));
          // Locked, so that its services stay until the event is stored.
          orNotFound(await stores.mandates.lock(mandateId));
          const valid = input as ValidServiceEvent;
          await requireBillable(stores, mandateId, valid);
          const id = newId<"ServiceEvent">();
          const now = clock.now();
          const event: ServiceEvent = {
            ...newRecord(serviceEventRecord, valid),
            ...{ mandataireId, mandateId, id, billedAt: null, billingRunId: null, createdAt: now, updatedAt: now },
          };
          await stores.serviceEvents.insert(event);
          return event;
        };
        return (await createIdempotently(transact, caller, work, replayIfFound)).reply;
      },

      remove: (_caller, { mandateId, id }) =>
        transact.write(async (stores) => {
          const { billingRunId } = orNotFound(await stores.serviceEvents.lock(mandateId, id));
          if (billingRunId !== null)
            throw unprocessable("has_dependents", "A run has billed the event; cancel the run first");
          await stores.serviceEvents.remove(id);
          await stores.tombstones.insert("service_events", [id], clock.now());
        }),
    };
  };
}

const replayIfFound = replayWhileVisible<BillingStores, ServiceEvent>(async ({ serviceEvents }, _caller, { id }) =>
  orNotFound(await serviceEvents.find(id)),
);

/**
 * Throws field errors unless the service of the mandate is active and billed by event, and a tenant of the mandate's
 * units pays.
 */
async function requireBillable(
  { mandateServices, billingSource }: BillingStores,
  mandateId: MandateId,
  { mandateServiceId, leaseId = null, occurredOn }: ValidServiceEvent,
): Promise<void> {
  const service = (await mandateServices.of(mandateId)).find(({ id }) => id === mandateServiceId);
  if (!service) throwIfInvalid([unknownError("mandateServiceId")]);
  if (service?.billingMode !== "per_event" || !service.active)
    throwIfInvalid([fieldError("mandateServiceId", "invalid", "must be an active service that is billed by event")]);
  if (leaseId === null && service?.target === "tenant")
    throwIfInvalid([fieldError("leaseId", "blank", "can't be blank: a tenant pays this service")]);
  if (leaseId === null) return;
  const known = await billingSource.knownLeases([leaseId]);
  if (known.length === 0) throwIfInvalid([unknownError("leaseId")]);
  if (service?.target === "tenant" && !(await isOfMandate({ billingSource }, mandateId, leaseId, occurredOn)))
    throwIfInvalid([fieldError("leaseId", "invalid", "must be a lease of a unit of the mandate's owner")]);
}

/** Returns true if the owner of the mandate owns a unit of the lease on the day, in a property of the mandate. */
async function isOfMandate(
  { billingSource }: Pick<BillingStores, "billingSource">,
  mandateId: MandateId,
  leaseId: LeaseId,
  day: ServiceEvent["occurredOn"],
): Promise<boolean> {
  const units = (await billingSource.leases([leaseId])).flatMap((parts) => parts.units);
  const ownerships = await billingSource.ownerships([...new Set(units.map(({ unitId }) => unitId))]);
  const owning = ownerships.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));
  const mandates = await billingSource.mandates([...new Set(owning.map(({ ownerId }) => ownerId))]);
  const found = mandates.find(({ mandate }) => mandate.id === mandateId);
  return units.some(
    (unit) =>
      found !== undefined &&
      (found.propertyIds.length === 0 || found.propertyIds.includes(unit.propertyId)) &&
      owning.some((each) => each.unitId === unit.unitId && each.ownerId === found.mandate.ownerId),
  );
}
