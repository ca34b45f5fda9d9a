import type { Decimal, Id, Instant, Listing } from "@cartulary/kernel";
import { ledgerLists } from "@cartulary/ledger";
import { aLine, aName, anything, aRequiredPassage, type FieldRules, nullable, wholeNumber } from "../estate/fields.ts";
import type { MandataireId } from "../mandataire.ts";
import type { EntranceInput } from "./entrance.ts";
import type { ShareKeyInput, ShareKeyView } from "./share-key.ts";

export type PropertyId = Id<"Property">;

export const PROPERTY_TYPES = ["residential", "commercial", "mixed"] as const;
/** One of {@link PROPERTY_TYPES}. */
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** A building, or what is managed as one. */
export interface Property {
  readonly mandataireId: MandataireId;
  readonly id: PropertyId;
  readonly name: string;
  readonly propertyType: PropertyType;
  readonly address: string;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly hasElevator: boolean;
  readonly floorCount: number | null;
  readonly active: boolean;
  /** What another system calls it. */
  readonly externalId: string | null;
  /** What the agent calls it. */
  readonly businessCode: string | null;
  readonly patrimonyCode: string | null;
  /** Whether it is there to find others by, and is not itself managed. */
  readonly navigationOnly: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A property as lists answer it: with what its units come to on a day. */
export interface ListedProperty extends Property {
  readonly unitsCount: number;
  /** Leases in force on some unit of it. */
  readonly activeLeaseCount: number;
  /** Units that a lease in force is of. */
  readonly occupiedCount: number;
  readonly vacantCount: number;
  /** Square metres of those units whose area is known; `null` where none is. */
  readonly totalSurface: Decimal | null;
  /** Percent of the units; `null` without any. */
  readonly occupancyRate: Decimal | null;
  readonly shareKeys: readonly ShareKeyView[];
}

const fields = {
  id: "uuid",
  name: "text",
  propertyType: "keyword",
  address: "passage",
  city: "text",
  postalCode: "text",
  hasElevator: "boolean",
  floorCount: "integer",
  active: "boolean",
  externalId: "text",
  businessCode: "text",
  patrimonyCode: "text",
  navigationOnly: "boolean",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link propertyListing} knows. */
export type PropertyField = keyof typeof fields;

/** What lists of properties may be filtered and sorted by: what is counted is not among it (estate.md 5.2). */
export const propertyListing: Listing<PropertyField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as PropertyField[],
  sort: "createdAt",
  search: ["name", "city", "postalCode", "businessCode", "externalId"],
};

/** What may be said of a property. An absent field keeps its value; on creation it gets its default. */
export interface PropertyInput {
  readonly name?: string;
  readonly address?: string;
  readonly city?: string | null;
  readonly postalCode?: string | null;
  /** Default `commercial`. */
  readonly propertyType?: PropertyType;
  readonly hasElevator?: boolean;
  readonly floorCount?: number;
  /** Default true. */
  readonly active?: boolean;
  readonly externalId?: string | null;
  readonly businessCode?: string | null;
  readonly patrimonyCode?: string | null;
  readonly navigationOnly?: boolean;
  /** Replaces all of them. */
  readonly shareKeys?: readonly ShareKeyInput[];
  /** Replaces all of them. */
  readonly entrances?: readonly EntranceInput[];
}

/** What is said of a property that is being made. */
export type NewPropertyInput = PropertyInput & { readonly name: string; readonly address: string };

/** A property by itself, without its arrays. */
type OwnInput = Omit<PropertyInput, "shareKeys" | "entrances">;

/** What each field of a property has to be. */
export const propertyRules: FieldRules<OwnInput> = {
  name: aName,
  address: aRequiredPassage,
  city: nullable(aLine),
  postalCode: nullable(aLine),
  propertyType: anything(),
  hasElevator: anything(),
  floorCount: wholeNumber(0, 1000),
  active: anything(),
  externalId: nullable(aLine),
  businessCode: nullable(aLine),
  patrimonyCode: nullable(aLine),
  navigationOnly: anything(),
};

/** What a new property is until something is said of it. */
export const blankProperty: Omit<Property, "mandataireId" | "id" | "createdAt" | "updatedAt"> = {
  name: "",
  propertyType: "commercial",
  address: "",
  city: null,
  postalCode: null,
  hasElevator: false,
  floorCount: null,
  active: true,
  externalId: null,
  businessCode: null,
  patrimonyCode: null,
  navigationOnly: false,
};
