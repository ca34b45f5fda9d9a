import {
  type CreationOf,
  choice,
  day,
  decimal,
  type FieldRule,
  type FilterOf,
  filtersOf,
  flag,
  type Id,
  id,
  type Listing,
  lineRule,
  nullableRule,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, timestamps } from "../../agency/field-rules.ts";
import type { UnitAddress, UnitOwnAddress } from "./address.ts";
import type { AllocationInput, UnitAllocation } from "./allocation.ts";

export type UnitId = Id<"Unit">;

export const UNIT_TYPES = ["apartment", "office", "retail", "parking", "storage"] as const;
export type UnitType = (typeof UNIT_TYPES)[number];

/** Classes of the energy label (DPE), best first. The rent of a home of class F or G is frozen. */
export const ENERGY_CLASSES = ["A", "B", "C", "D", "E", "F", "G"] as const;
export type EnergyClass = (typeof ENERGY_CLASSES)[number];

/** 100 hectares. */
const AREA_MAX = 10_000_000_000;

/** The declaration of a unit: a flat, a shop, a parking space. Its own address is written by hand. */
export const unitRecord = record("unit", {
  ...ofMandataire,
  id: id("Unit", { set: "program", filter: true, description: "Identifier of the unit" }),
  identifier: text({ filled: true, filter: true, description: "Name of the unit within its property, such as A12" }),
  unitType: choice(UNIT_TYPES, { default: "retail", filter: true, description: "Use that the unit is made for" }),
  areaSqm: decimal({
    places: 2,
    min: 0,
    max: AREA_MAX,
    unit: "square metres",
    nullable: true,
    filter: true,
    description: "Floor area of the unit",
  }),
  floor: text({ nullable: true, filter: true, description: "Floor that the unit is on, as people write it" }),
  description: passage({ nullable: true, filter: true, description: "Rooms, equipment and remarks, in free text" }),
  lotNumber: text({ nullable: true, filter: true, description: "Number of the lot in the co-ownership" }),
  active: flag({ default: true, filter: true, description: "Whether the agency still manages the unit" }),
  externalId: text({ nullable: true, filter: true, description: "Identifier of the unit in another system" }),
  dateReception: day({ nullable: true, filter: true, description: "Day on which the agency took the unit over" }),
  propertyId: id("Property", {
    set: "creation",
    filter: true,
    description: "Property that the unit belongs to for good",
  }),
  entranceId: id("Entrance", {
    nullable: true,
    filter: true,
    description: "Entrance of the property that leads to it",
  }),
  energyClass: choice(ENERGY_CLASSES, {
    nullable: true,
    description: "Class of the energy label (DPE); the rent of a dwelling of class F or G is frozen",
  }),
  ...timestamps,
});

/** Premises that are let separately: a flat, a shop, a parking space. */
export interface Unit extends RecordOf<typeof unitRecord> {
  readonly ownAddress: UnitOwnAddress | null;
}

/** A unit in a list. */
export interface ListedUnit extends Unit {
  readonly allocations: readonly UnitAllocation[];
  readonly address: UnitAddress;
  /** Owners on the day, each once. */
  readonly owners: readonly UnitOwner[];
  /** The lease in force on the day; else the next to begin, else the last that ended (estate.md 1.2). */
  readonly activeLease: UnitActiveLease | null;
}

/** An owner with the total share in a unit. */
export interface UnitOwner {
  readonly id: Id<"OwnerActor">;
  readonly name: string;
  /** In millionths, halves away from zero. */
  readonly shareRatio: number;
}

/** The lease that represents a unit in lists. */
export interface UnitActiveLease {
  readonly id: Id<"Lease">;
  readonly reference: string;
  readonly status: string;
}

export type UnitField = FilterOf<typeof unitRecord>;

const { description, propertyId, entranceId, createdAt, updatedAt, ...otherFilters } = filtersOf(unitRecord);
const fields = { ...otherFilters, description, propertyId, entranceId, createdAt, updatedAt };

/** The filters and sorts of lists of units. */
export const unitListing: Listing<UnitField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as UnitField[],
  sort: "createdAt",
  search: ["identifier", "lotNumber", "externalId"],
};

/** The parts of a unit in inputs that are no fields. */
interface UnitPartsInput {
  readonly ownAddress?: UnitOwnAddress | null;
  /** Replaces the stored array. */
  readonly allocations?: readonly AllocationInput[];
}

/** The input of a change of a unit. */
export type UnitInput = PatchOf<typeof unitRecord> & UnitPartsInput;

/** The input that creates a unit. */
export type NewUnitInput = CreationOf<typeof unitRecord> & UnitPartsInput;

const ownAddressLines: FieldRule<UnitOwnAddress> = {
  errorOf: (field, address) =>
    Object.entries(address)
      .map(([name, value]) => (typeof value === "string" ? lineRule.errorOf(`${field}.${name}`, value) : null))
      .find((error) => error !== null) ?? null,
  normalize: (address) => {
    const normalize = (value: string | null | undefined) => (value ? lineRule.normalize(value) : null);
    const { line1, line2, line3, postalCode, city } = address;
    return {
      line1: normalize(line1),
      line2: normalize(line2),
      line3: normalize(line3),
      postalCode: normalize(postalCode),
      city: normalize(city),
    };
  },
};

/** Checks the address that a unit has for itself. */
export const ownAddressRule: FieldRule<UnitOwnAddress | null> = nullableRule(ownAddressLines);
