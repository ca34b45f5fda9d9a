import type { Day, Id } from "@cartulary/kernel";
import type { AccountingMode } from "../../agency/mandataire.ts";
import type { Mandate, MandateStatus } from "./mandate.ts";
import type { MandateService } from "./mandate-service.ts";

/** A property of a mandate. */
export interface MandateProperty {
  readonly id: Id<"Property">;
  readonly name: string;
  readonly businessCode: string | null;
}

/** A mandate in a list, computed for a day. */
export interface ListedMandate extends Omit<Mandate, "ownerId"> {
  readonly status: MandateStatus;
  readonly endDate: Day | null;
  /** Id of the owner's profile, by which mandates reference owners. */
  readonly ownerId: Id<"OwnerProfile">;
  readonly ownerActorId: Id<"OwnerActor">;
  readonly ownerName: string;
  readonly ownerBusinessCode: string;
  readonly propertyName: string | null;
  readonly propertyBusinessCode: string | null;
  /** Decimal number in the register. */
  readonly businessCode: string | null;
  /** Empty if the mandate covers all properties of the owner. */
  readonly properties: readonly MandateProperty[];
}

/** A mandate with all its details. */
export interface MandateDetail extends ListedMandate {
  /** The mandate's own mode, else the mandataire's. */
  readonly effectiveAccountingMode: AccountingMode;
  readonly mandateServices: readonly MandateService[];
}
