import type { Day, Decimal, Id } from "@cartulary/kernel";

export type LeaseUnitId = Id<"LeaseUnit">;

/** What a rent is revised by. */
export const INDEX_TYPES = ["IRL", "ILC", "ILAT", "ICC", "none"] as const;
/** One of {@link INDEX_TYPES}. */
export type IndexType = (typeof INDEX_TYPES)[number];

/** That a unit is let by a lease, from a day to a day within the lease's. It never leaves its lease but by an exit date. */
export interface LeaseUnit {
  readonly id: LeaseUnitId;
  readonly leaseId: Id<"Lease">;
  readonly unitId: Id<"Unit">;
  /** From the lease's first day on when null. */
  readonly entryDate: Day | null;
  /** The last day; the lease's when null. */
  readonly exitDate: Day | null;
  readonly indexType: IndexType | null;
  /** Any day of the quarter that the rent is based on. */
  readonly indexBaseDate: Day | null;
  readonly indexBaseValue: Decimal | null;
}
