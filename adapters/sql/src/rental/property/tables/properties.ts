import type { Id } from "@cartulary/kernel";
import type {
  DistributionStrategy,
  EntranceId,
  PropertyId,
  PropertyType,
  ShareKeyId,
} from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, instant, integer, json, text } from "../../../engine/columns.ts";
import { key, timestampColumns, timestampIndexes } from "./columns.ts";

export const propertyRows = defineEntity({
  name: "Property",
  tableName: "properties",
  properties: {
    ...key<PropertyId>(),
    name: text(),
    nameFold: foldedText(),
    propertyType: text<PropertyType>(),
    address: text(),
    addressFold: foldedText(),
    city: text().nullable(),
    cityFold: foldedText().nullable(),
    postalCode: text().nullable(),
    postalCodeFold: foldedText().nullable(),
    hasElevator: boolean(),
    floorCount: integer().nullable(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
    businessCode: text().nullable(),
    businessCodeFold: foldedText().nullable(),
    patrimonyCode: text().nullable(),
    patrimonyCodeFold: foldedText().nullable(),
    navigationOnly: boolean(),
    ...timestampColumns(),
  },
  indexes: timestampIndexes("properties"),
});

/** The common columns of a property's array elements. `position` is their order. */
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
    distributionStrategy: text<DistributionStrategy>().nullable(),
    excludedUnitTypes: json<readonly string[]>(),
    lastModifiedAt: instant(),
  },
  indexes: [{ name: "share_keys_property_id_index", properties: ["mandataireId", "propertyId"] }],
});
