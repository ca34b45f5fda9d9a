import type { Day, Id, Instant, ListQuery, Page } from "@cartulary/kernel";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { ServiceEvent, ServiceEventField, ServiceEventId } from "./service-event.ts";

/** Port: the events of services of one mandataire. Each method is one statement. */
export interface ServiceEventStore {
  /** Locks the record until the transaction ends. Returns `null` for an event of another mandate. */
  lock(mandateId: MandateId, id: ServiceEventId): Promise<ServiceEvent | null>;
  find(id: ServiceEventId): Promise<ServiceEvent | null>;
  /** Without a mandate: the events of all. */
  list(mandateId: MandateId | null, query: ListQuery<ServiceEventField>): Promise<Page<ServiceEvent>>;
  insert(event: ServiceEvent): Promise<void>;
  remove(id: ServiceEventId): Promise<void>;
  /** Returns the events of these mandates, until a day, that no applied run has billed, by day, then by id. */
  due(mandates: readonly MandateId[], until: Day): Promise<readonly ServiceEvent[]>;
  /** Marks those of the ids that are events as billed by a run. */
  bill(runId: Id<"BillingRun">, ids: readonly string[], now: Instant): Promise<void>;
  /** Makes the events that a run billed due again. */
  unbill(runId: Id<"BillingRun">, now: Instant): Promise<void>;
}

export interface ServiceEventStores {
  readonly serviceEvents: ServiceEventStore;
}
