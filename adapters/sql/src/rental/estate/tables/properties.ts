import type { Id } from "@cartulary/kernel";
import type { EntranceId, PropertyId, PropertyType, ShareKeyId } from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, folded, id, instant, integer, json, text } from "../../../engine/columns.ts";
import { dated, datedIndexes, key } from "./columns.ts";

export const propertyRows = defineEntity({
  name: "Property",
  tableName: "properties",
  properties: {
    ...key<PropertyId>(),
    name: text(),
    nameFold: folded(),
    propertyType: text<PropertyType>(),
    address: text(),
    addressFold: folded(),
    city: text().nullable(),
    cityFold: folded().nullable(),
    postalCode: text().nullable(),
    postalCodeFold: folded().nullable(),
    hasElevator: boolean(),
    floorCount: integer().nullable(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    businessCode: text().nullable(),
    businessCodeFold: folded().nullable(),
    patrimonyCode: text().nullable(),
    patrimonyCodeFold: folded().nullable(),
    navigationOnly: boolean(),
    ...dated(),
  },
  indexes: datedIndexes("properties"),
});

/** What elements of an array of a property have in common. `position` is their order. */
const propertyElement = <Own extends string>() => ({
  ...key<Own>(),
  propertyId: id<PropertyId>(),
  position: integer(),
});

export const entranceRows = defineEntity({
  name: "Entrance",
  tableName: "entrances",
  properties: {
    ...propertyElement<EntranceId>(),
    name: text(),
    address: text().nullable(),
    postalCode: text().nullable(),
    city: text().nullable(),
    active: boolean(),
    patrimonyCode: text().nullable(),
  },
  indexes: [{ name: "entrances_property_id_index", properties: ["mandataireId", "propertyId"] }],
});

export const shareKeyRows = defineEntity({
  name: "ShareKey",
  tableName: "share_keys",
  properties: {
    ...propertyElement<ShareKeyId>(),
    name: text(),
    total: integer(),
    chargeNatureId: id<Id<"ChargeNature">>().nullable(),
    distributionStrategy: text().nullable(),
    excludedUnitTypes: json<readonly string[]>(),
    lastModifiedAt: instant(),
  },
  indexes: [{ name: "share_keys_property_id_index", properties: ["mandataireId", "propertyId"] }],
});
