import {
  type Caller,
  type Clock,
  createIdempotently,
  type Day,
  type FieldError,
  type Id,
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
import type { LeaseParts } from "../../property/leases/lease-detail.ts";
import type { Mandate, MandateId } from "../../property/mandates/mandate.ts";
import type { Ownership } from "../../property/ownerships/ownership.ts";
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
          throwIfInvalid(await serviceErrors(stores, mandateId, valid));
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

/** Returns an error unless the service is active and billed by event, and a tenant of the mandate's units pays. */
async function serviceErrors(
  { mandateServices, billingSource }: BillingStores,
  mandateId: MandateId,
  { mandateServiceId, leaseId = null, occurredOn }: ValidServiceEvent,
): Promise<readonly FieldError[]> {
  const service = (await mandateServices.of(mandateId)).find(({ id }) => id === mandateServiceId);
  if (!service) return [unknownError("mandateServiceId")];
  if (service.billingMode !== "per_event" || !service.active)
    return [fieldError("mandateServiceId", "invalid", "must be an active service that is billed by event")];
  const isOfTenant = service.target === "tenant";
  if (leaseId === null)
    return isOfTenant ? [fieldError("leaseId", "blank", "can't be blank: a tenant pays this service")] : [];
  const known = await billingSource.knownLeases([leaseId]);
  if (known.length === 0) return [unknownError("leaseId")];
  if (!isOfTenant || (await isOfMandate({ billingSource }, mandateId, leaseId, occurredOn))) return [];
  return [fieldError("leaseId", "invalid", "must be a lease of a unit of the mandate's owner")];
}

/** Returns true if the owner of the mandate owns a unit of the lease on the day, in a property of the mandate. */
async function isOfMandate(
  { billingSource }: Pick<BillingStores, "billingSource">,
  mandateId: MandateId,
  leaseId: LeaseId,
  day: Day,
): Promise<boolean> {
  const units = (await billingSource.leases([leaseId])).flatMap((parts) => parts.units);
  const ownerships = await billingSource.ownerships([...new Set(units.map(({ unitId }) => unitId))]);
  const mandates = await billingSource.mandates([...new Set(ownerships.map(({ ownerId }) => ownerId))]);
  const found = mandates.find(({ mandate }) => mandate.id === mandateId);
  return found !== undefined && isManaged(found, { units, ownerships, day });
}

/** Units of a lease, and who owns them. */
interface OwnedUnits {
  readonly units: LeaseParts["units"];
  readonly ownerships: readonly Ownership[];
  readonly day: Day;
}

/** A mandate with its properties, empty for all of the owner. */
interface ManagedProperties {
  readonly mandate: Pick<Mandate, "ownerId">;
  readonly propertyIds: readonly Id<"Property">[];
}

/** Returns true if the owner of the mandate owns one of the units on the day, in a property of the mandate. */
export function isManaged(
  { mandate, propertyIds }: ManagedProperties,
  { units, ownerships, day }: OwnedUnits,
): boolean {
  const own = ownerships.filter(
    ({ ownerId, validFrom: from, validTo: to }) => ownerId === mandate.ownerId && covers({ from, to }, day),
  );
  return units.some(
    ({ unitId, propertyId }) =>
      (propertyIds.length === 0 || propertyIds.includes(propertyId)) && own.some((each) => each.unitId === unitId),
  );
}
