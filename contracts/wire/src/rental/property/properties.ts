import { entranceRecord, propertyListing, propertyRecord, shareKeyRecord } from "@cartulary/rental/property";
import { decimal, integer, listOf, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";
import { ListedUnit } from "./units.ts";

const { propertyId: _, lastModifiedAt, ...shareKey } = answerShape(shareKeyRecord, ["lastModifiedAt"]);

/** How charges are shared among the units of a property. A key has no versions: it is one that is active. */
const ShareKey = camelRecord("ShareKey", {
  ...shareKey,
  lastModifiedAt,
  activeVersionsCount: integer(),
  historicalVersionsCount: integer(),
});

const { propertyId, patrimonyCode, ...entrance } = answerShape(entranceRecord);

/** A way into a property. */
const Entrance = camelRecord("Entrance", { ...entrance, propertyId, unitsCount: integer(), patrimonyCode });

const { mandataireId: __, createdAt, updatedAt, ...stored } = answerShape(propertyRecord, ["address"]);

const listed = {
  ...stored,
  unitsCount: integer(),
  activeLeaseCount: integer(),
  occupiedCount: integer(),
  vacantCount: integer(),
  totalSurface: decimal().nullable(),
  occupancyRate: decimal().nullable(),
  createdAt,
  updatedAt,
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

const ShareKeyInput = record("ShareKeyInput", { id: input.id<"ShareKey">(), ...patchShape(shareKeyRecord) });

const EntranceInput = record("EntranceInput", { id: input.id<"Entrance">(), ...patchShape(entranceRecord) });

const arrays = {
  shareKeys: listOf(ShareKeyInput).exactOptional(),
  entrances: listOf(EntranceInput).exactOptional(),
};

/** The body that creates a property. */
export const PropertyCreation = record("PropertyCreate", { ...creationShape(propertyRecord), ...arrays });

/** The body that changes a property. */
export const PropertyChange = record("PropertyInput", { ...patchShape(propertyRecord), ...arrays });

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

export const propertyOperations = operations({
  listProperties: properties.list("List properties with the current totals of their units"),
  createProperty: properties.create("Create a property"),
  getProperty: properties.get("Get a property with its units and entrances"),
  updateProperty: properties.update("Update a property; arrays are replaced"),
  deleteProperty: properties.remove("Delete a property without units and mandates"),
});
