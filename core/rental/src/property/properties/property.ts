import {
  type CreationOf,
  choice,
  type Decimal,
  type FilterOf,
  flag,
  type Id,
  id,
  integer,
  type Listing,
  listingOf,
  type PatchOf,
  passage,
  type RecordOf,
  record,
  text,
} from "@cartulary/kernel";
import { LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import { ofMandataire, timestamps } from "../../agency/field-rules.ts";
import type { EntranceInput } from "./entrance.ts";
import type { ShareKeyInput, ShareKeyView } from "./share-key.ts";

export type PropertyId = Id<"Property">;

export const PROPERTY_TYPES = ["residential", "commercial", "mixed"] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** The declaration of a property: a building, or another place that is managed as one. */
export const propertyRecord = record("property", {
  ...ofMandataire,
  id: id("Property", { set: "program", filter: true, description: "Identifier of the property" }),
  name: text({ filled: true, filter: true, description: "Name that the agency gives the property" }),
  propertyType: choice(PROPERTY_TYPES, {
    default: "commercial",
    filter: true,
    description: "Main use of the building: housing, business, or both",
  }),
  address: passage({ filled: true, filter: true, description: "Street and number, on one line or several" }),
  city: text({ nullable: true, filter: true, description: "Town of the address" }),
  postalCode: text({ nullable: true, filter: true, description: "Postal code of the address" }),
  hasElevator: flag({ default: false, filter: true, description: "Whether the building has an elevator" }),
  floorCount: integer({ min: 0, max: 1000, default: null, filter: true, description: "Number of floors" }),
  active: flag({ default: true, filter: true, description: "Whether the agency still manages the property" }),
  externalId: text({ nullable: true, filter: true, description: "Identifier of the property in another system" }),
  businessCode: text({
    nullable: true,
    filter: true,
    description: "Code that the agency's staff use for the property",
  }),
  patrimonyCode: text({
    nullable: true,
    filter: true,
    description: "Code of the property in the owner's asset register",
  }),
  navigationOnly: flag({
    default: false,
    filter: true,
    description: "Whether the property only groups others in searches, and is not itself managed",
  }),
  ...timestamps,
});

/** A building, or another place that is managed as one. */
export type Property = RecordOf<typeof propertyRecord>;

/** A property in a list, with figures of its units computed for a day. */
export interface ListedProperty extends Property {
  readonly unitsCount: number;
  /** Leases in force on its units. */
  readonly activeLeaseCount: number;
  /** Units let by a lease in force. */
  readonly occupiedCount: number;
  readonly vacantCount: number;
  /** Square metres of the units with a known area; `null` if there are none. */
  readonly totalSurface: Decimal | null;
  /** Percent of the units; `null` without units. */
  readonly occupancyRate: Decimal | null;
  readonly shareKeys: readonly ShareKeyView[];
}

export type PropertyField = FilterOf<typeof propertyRecord>;

/** The filters and sorts of lists of properties. Computed fields are not among them (estate.md 5.2). */
export const propertyListing: Listing<PropertyField> = listingOf(propertyRecord, LEDGER_LIST_DIALECT, {
  sort: "createdAt",
  search: ["name", "city", "postalCode", "businessCode", "externalId"],
});

/** The arrays of a property in inputs. Each that is sent replaces the present one. */
interface PropertyArraysInput {
  readonly shareKeys?: readonly ShareKeyInput[];
  readonly entrances?: readonly EntranceInput[];
}

/** The input of a change of a property. */
export type PropertyInput = PatchOf<typeof propertyRecord> & PropertyArraysInput;

/** The input that creates a property. */
export type NewPropertyInput = CreationOf<typeof propertyRecord> & PropertyArraysInput;
