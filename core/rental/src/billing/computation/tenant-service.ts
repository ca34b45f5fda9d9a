import type { Id, Month } from "@cartulary/kernel";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";
import type { ServiceEvent } from "../service-events/service-event.ts";

/** A service of a mandate that the tenants of its units pay. */
export interface TenantService
  extends Pick<
    MandateService,
    | "id"
    | "label"
    | "serviceType"
    | "billingMode"
    | "rate"
    | "amountCents"
    | "calculationBase"
    | "frequency"
    | "triggerEvent"
    | "vatApplicable"
    | "vatRate"
  > {
  readonly mandateId: MandateId;
  readonly ownerId: Id<"OwnerActor">;
  /** The months for which other applied runs billed it to the lease. */
  readonly billedMonths: readonly Month[];
  /** Events of the lease that no applied run has billed. */
  readonly events: readonly DueEvent[];
}

/** An event that is to be billed. */
export interface DueEvent {
  readonly id: Id<"ServiceEvent">;
  readonly quantity: number;
  /** The text of the event, if it has one. */
  readonly label?: string;
}

/** A service as one line bills it, with the event that the line is about, if that has a text. */
interface ServiceOfLine<Service> {
  readonly service: Service;
  readonly event: DueEvent | null;
}

/** Returns the lines of a service: each event with a text has one of its own, everything else shares one. */
export function linesOfService<Service extends { readonly events?: readonly DueEvent[] }>(
  service: Service,
): readonly ServiceOfLine<Service>[] {
  const { events = [] } = service;
  const named = events.filter(({ label }) => label !== undefined);
  if (named.length === 0) return [{ service, event: null }];
  const others = events.filter(({ label }) => label === undefined);
  return [
    ...(others.length > 0 ? [{ service: { ...service, events: others }, event: null }] : []),
    ...named.map((event) => ({ service: { ...service, events: [event] }, event })),
  ];
}

/** Returns an event as input of a run. */
export const dueEvent = ({ id, quantity, label }: Pick<ServiceEvent, "id" | "quantity" | "label">): DueEvent => ({
  ...{ id, quantity, ...(label !== null && label !== "" && { label }) },
});
