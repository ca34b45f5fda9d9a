import { PROPERTY_TYPES, propertyListing } from "@cartulary/rental";
import { z } from "zod";
import { decimal, flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";
import { ListedUnit } from "./units.ts";

/** How charges are shared among the units of a property. A key has no versions: it is one that is active. */
const ShareKey = camelRecord("ShareKey", {
  id: uuid<"ShareKey">(),
  name: text(),
  total: integer(),
  chargeNatureId: uuid<"ChargeNature">().nullable(),
  distributionStrategy: text().nullable(),
  excludedUnitTypes: listOf(text()),
  lastModifiedAt: instant().nullable(),
  activeVersionsCount: integer(),
  historicalVersionsCount: integer(),
});

/** A way into a property. */
const Entrance = camelRecord("Entrance", {
  id: uuid<"Entrance">(),
  name: text(),
  address: text().nullable(),
  postalCode: text().nullable(),
  city: text().nullable(),
  active: flag(),
  propertyId: uuid<"Property">(),
  unitsCount: integer(),
  patrimonyCode: text().nullable(),
});

const listed = {
  id: uuid<"Property">(),
  name: text(),
  propertyType: z.enum(PROPERTY_TYPES),
  address: text().nullable(),
  city: text().nullable(),
  postalCode: text().nullable(),
  hasElevator: flag(),
  floorCount: integer().nullable(),
  active: flag(),
  externalId: text().nullable(),
  businessCode: text().nullable(),
  patrimonyCode: text().nullable(),
  navigationOnly: flag(),
  unitsCount: integer(),
  activeLeaseCount: integer(),
  occupiedCount: integer(),
  vacantCount: integer(),
  totalSurface: decimal().nullable(),
  occupancyRate: decimal().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  shareKeys: listOf(ShareKey),
};

/** A property as lists answer it. */
export const ListedProperty = camelRecord("ListedProperty", listed);

/** A property whole. */
export const PropertyRecord = camelRecord("Property", {
  ...listed,
  units: listOf(ListedUnit),
  entrances: listOf(Entrance),
});

const ShareKeyInput = record("ShareKeyInput", {
  id: input.id<"ShareKey">(),
  name: input.text(),
  total: input.integer(),
  chargeNatureId: input.emptyId<"ChargeNature">(),
  distributionStrategy: input.emptyText(),
  excludedUnitTypes: listOf(text()).exactOptional(),
});

const EntranceInput = record("EntranceInput", {
  id: input.id<"Entrance">(),
  name: input.text(),
  address: input.emptyText(),
  postalCode: input.emptyText(),
  city: input.emptyText(),
  active: input.flag(),
  patrimonyCode: input.emptyText(),
});

const changeFields = {
  city: input.emptyText(),
  postalCode: input.emptyText(),
  propertyType: input.choice(PROPERTY_TYPES),
  hasElevator: input.flag(),
  floorCount: input.integer(),
  active: input.flag(),
  externalId: input.emptyText(),
  businessCode: input.emptyText(),
  patrimonyCode: input.emptyText(),
  navigationOnly: input.flag(),
  shareKeys: listOf(ShareKeyInput).exactOptional(),
  entrances: listOf(EntranceInput).exactOptional(),
};

/** What is said of a property that is being made. */
export const PropertyCreation = record("PropertyCreate", { name: text(), address: text(), ...changeFields });

/** What may be said of a property. */
export const PropertyChange = record("PropertyInput", {
  name: input.text(),
  address: input.text(),
  ...changeFields,
});

const properties = familyOperations({
  path: `${RENTAL_BASE}/properties`,
  tag: "properties",
  id: uuid<"Property">(),
  list: propertyListing,
  listed: ListedProperty,
  output: PropertyRecord,
  creation: PropertyCreation,
  change: PropertyChange,
  every: { mandataire: true },
  writing: {},
  bodied: {},
});

/** What can be done with properties. */
export const propertyOperations = operations({
  listProperties: properties.list("The properties, with what their units come to today"),
  createProperty: properties.create("Make a property"),
  getProperty: properties.get("One property, with its units and entrances"),
  updateProperty: properties.update("Change what is given of a property; an array replaces the present one"),
  deleteProperty: properties.remove("Delete a property without units and mandates"),
});
