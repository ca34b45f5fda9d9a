import type { OwnerId } from "../../property/people/owner.ts";
import type { OwnerActivity } from "./owner-activity.ts";
import type { StatementPeriod } from "./owner-statement.ts";

/** Port: the activity of an owner, in addition to the movements of the account. */
export interface OwnerActivitySource {
  /** Returns the activity of a period; calls and receipts from the beginning, since they decide what is owed. */
  ofOwner(ownerId: OwnerId, period: StatementPeriod): Promise<OwnerActivity>;
}

export interface OwnerActivityStores {
  readonly ownerActivity: OwnerActivitySource;
}
