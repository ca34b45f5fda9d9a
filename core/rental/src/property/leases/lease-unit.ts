import { choice, day, decimal, type Id, id, type RecordOf, record } from "@cartulary/kernel";

export type LeaseUnitId = Id<"LeaseUnit">;

/** Indices that rents are revised by. */
export const INDEX_TYPES = ["IRL", "ILC", "ILAT", "ICC", "none"] as const;
export type IndexType = (typeof INDEX_TYPES)[number];

/** The highest value of an index, in ten-thousandths. Every value is above zero (estate.md 5.1). */
const INDEX_MAX = 999_999_999_999;

const indexFields = {
  indexType: choice(INDEX_TYPES, { default: null, description: "Index that the rent of the unit is revised by" }),
  indexBaseDate: day({ nullable: true, description: "Any day of the quarter that the rent is based on" }),
  indexBaseValue: decimal({
    places: 4,
    min: 1,
    max: INDEX_MAX,
    nullable: true,
    description: "Value of the index in the quarter that the rent is based on",
  }),
} as const;

/** The declaration of the index by which the rent of a unit is revised. */
export const unitIndexRecord = record("unit index", indexFields);

/** The declaration of a unit of a lease. */
export const leaseUnitRecord = record("lease unit", {
  id: id("LeaseUnit", { set: "program", description: "Identifier of the unit within the lease" }),
  leaseId: id("Lease", { set: "program", description: "Lease that lets the unit" }),
  unitId: id("Unit", { set: "program", description: "Unit that is let" }),
  ...indexFields,
  entryDate: day({ nullable: true, description: "First day of the unit in the lease; null is the lease's first day" }),
  exitDate: day({ nullable: true, description: "Last day of the unit in the lease; null is the lease's last day" }),
});

/** A unit that a lease lets, for a time within the lease's. Only an exit date takes it out of its lease. */
export type LeaseUnit = RecordOf<typeof leaseUnitRecord>;
