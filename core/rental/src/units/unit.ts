import type { Day, Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import {
  aDay,
  aLine,
  aName,
  anything,
  aPassage,
  decimalOf,
  type FieldRule,
  type FieldRules,
  nullable,
} from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { UnitAddress, UnitOwnAddress } from "./address.ts";
import type { AllocationInput, UnitAllocation } from "./allocation.ts";

export type UnitId = Id<"Unit">;

export const UNIT_TYPES = ["apartment", "office", "retail", "parking", "storage"] as const;
/** One of {@link UNIT_TYPES}. */
export type UnitType = (typeof UNIT_TYPES)[number];

/** Classes of the energy label (DPE), the best first. The rent of a dwelling of class F or G is frozen. */
export const ENERGY_CLASSES = ["A", "B", "C", "D", "E", "F", "G"] as const;
/** One of {@link ENERGY_CLASSES}. */
export type EnergyClass = (typeof ENERGY_CLASSES)[number];

/** What is let by itself: a flat, a shop, a parking space. */
export interface Unit {
  readonly mandataireId: MandataireId;
  readonly id: UnitId;
  readonly propertyId: Id<"Property">;
  readonly entranceId: Id<"Entrance"> | null;
  readonly identifier: string;
  readonly unitType: UnitType;
  /** Square metres, two decimals at most. */
  readonly areaSqm: Decimal | null;
  readonly floor: string | null;
  readonly lotNumber: string | null;
  readonly active: boolean;
  readonly externalId: string | null;
  /** When it was received. */
  readonly dateReception: Day | null;
  readonly energyClass: EnergyClass | null;
  readonly description: string | null;
  readonly ownAddress: UnitOwnAddress | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A unit as lists answer it. */
export interface ListedUnit extends Unit {
  readonly allocations: readonly UnitAllocation[];
  readonly address: UnitAddress;
  /** Of the day; one who has several shares is one. */
  readonly owners: readonly UnitOwner[];
  /** The lease of the day; without one the next to begin, without that the last that ended (estate.md 1.2). */
  readonly activeLease: UnitActiveLease | null;
}

/** Who has which part of a unit. */
export interface UnitOwner {
  readonly id: Id<"OwnerActor">;
  readonly name: string;
  /** Millionths, half away from zero. */
  readonly shareRatio: number;
}

/** The lease that a unit is told by. */
export interface UnitActiveLease {
  readonly id: Id<"Lease">;
  readonly reference: string;
  readonly status: string;
}

const fields = {
  id: "uuid",
  identifier: "text",
  unitType: "keyword",
  areaSqm: "decimal",
  floor: "text",
  lotNumber: "text",
  active: "boolean",
  externalId: "text",
  dateReception: "date",
  description: "passage",
  propertyId: "uuid",
  entranceId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link unitListing} knows. */
export type UnitField = keyof typeof fields;

/** What lists of units may be filtered and sorted by. */
export const unitListing: Listing<UnitField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as UnitField[],
  sort: "createdAt",
  search: ["identifier", "lotNumber", "externalId"],
};

/** What may be said of a unit. An absent field keeps its value; on creation it gets its default. */
export interface UnitInput {
  readonly identifier?: string;
  /** Default `retail`. */
  readonly unitType?: UnitType;
  readonly areaSqm?: Decimal | null;
  readonly floor?: string | null;
  readonly description?: string | null;
  readonly lotNumber?: string | null;
  /** Default true. */
  readonly active?: boolean;
  readonly externalId?: string | null;
  readonly dateReception?: Day | null;
  readonly energyClass?: EnergyClass | null;
  /** Of the unit's property. */
  readonly entranceId?: Id<"Entrance"> | null;
  readonly ownAddress?: UnitOwnAddress | null;
  /** Replaces all of them. */
  readonly allocations?: readonly AllocationInput[];
}

/** What is said of a unit that is being made. A unit never leaves its property. */
export type NewUnitInput = UnitInput & { readonly propertyId: Id<"Property">; readonly identifier: string };

/** A unit by itself, without its array. */
type OwnInput = Omit<UnitInput, "allocations">;

/** 100 hectares. */
const AREA_MAX = 10_000_000_000;

const ownAddress: FieldRule<UnitOwnAddress> = {
  errorOf: (field, address) =>
    Object.entries(address)
      .map(([name, value]) => (typeof value === "string" ? aLine.errorOf(`${field}.${name}`, value) : null))
      .find((error) => error !== null) ?? null,
  kept: (address) => {
    const kept = (value: string | null | undefined) => (value ? aLine.kept(value) : null);
    const { line1, line2, line3, postalCode, city } = address;
    return {
      line1: kept(line1),
      line2: kept(line2),
      line3: kept(line3),
      postalCode: kept(postalCode),
      city: kept(city),
    };
  },
};

/** What each field of a unit has to be. */
export const unitRules: FieldRules<OwnInput> = {
  identifier: aName,
  unitType: anything(),
  areaSqm: nullable(decimalOf(2, 0, AREA_MAX)),
  floor: nullable(aLine),
  description: nullable(aPassage),
  lotNumber: nullable(aLine),
  active: anything(),
  externalId: nullable(aLine),
  dateReception: nullable(aDay),
  energyClass: anything(),
  entranceId: anything(),
  ownAddress: nullable(ownAddress),
};

/** What a new unit is until something is said of it. */
export const blankUnit: Omit<Unit, "mandataireId" | "id" | "propertyId" | "createdAt" | "updatedAt"> = {
  entranceId: null,
  identifier: "",
  unitType: "retail",
  areaSqm: null,
  floor: null,
  lotNumber: null,
  active: true,
  externalId: null,
  dateReception: null,
  energyClass: null,
  description: null,
  ownAddress: null,
};
