import type { Day, Id } from "@cartulary/kernel";
import type { AccountingMode } from "../mandataire.ts";
import type { Mandate, MandateStatus } from "./mandate.ts";
import type { MandateService } from "./mandate-service.ts";

/** A property that a mandate is of. */
export interface MandateProperty {
  readonly id: Id<"Property">;
  readonly name: string;
  readonly businessCode: string | null;
}

/** A mandate as lists answer it: what it is on the day. */
export interface ListedMandate extends Omit<Mandate, "ownerId"> {
  readonly status: MandateStatus;
  readonly endDate: Day | null;
  /** The profile's, which is what a mandate is given by. */
  readonly ownerId: Id<"OwnerProfile">;
  readonly ownerActorId: Id<"OwnerActor">;
  readonly ownerName: string;
  readonly ownerBusinessCode: string;
  readonly propertyName: string | null;
  readonly propertyBusinessCode: string | null;
  /** The number in the register, in decimal. */
  readonly businessCode: string | null;
  /** None where it is of all that the owner has. */
  readonly properties: readonly MandateProperty[];
}

/** A mandate whole. */
export interface MandateDetail extends ListedMandate {
  /** The mandate's, or else the mandataire's. */
  readonly effectiveAccountingMode: AccountingMode;
  readonly mandateServices: readonly MandateService[];
}
