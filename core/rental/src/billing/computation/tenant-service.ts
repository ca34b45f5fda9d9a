import type { Id, Month } from "@cartulary/kernel";
import type { MandateId } from "../../property/mandates/mandate.ts";
import type { MandateService } from "../../property/mandates/mandate-service.ts";

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
}
