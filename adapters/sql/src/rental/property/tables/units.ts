import type { MandataireId } from "@cartulary/rental/agency";
import type {
  AcquisitionType,
  EnergyClass,
  EntranceId,
  OwnerId,
  OwnershipId,
  PropertyId,
  ShareKeyId,
  UnitId,
  UnitOwnAddress,
  UnitType,
} from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, integer, json, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "./columns.ts";

export const unitRows = defineEntity({
  name: "Unit",
  tableName: "units",
  properties: {
    ...key<UnitId>(),
    propertyId: id<PropertyId>(),
    entranceId: id<EntranceId>().nullable(),
    identifier: text(),
    identifierFold: foldedText(),
    unitType: text<UnitType>(),
    areaSqm: decimal().nullable(),
    floor: text().nullable(),
    floorFold: foldedText().nullable(),
    lotNumber: text().nullable(),
    lotNumberFold: foldedText().nullable(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: foldedText().nullable(),
    dateReception: day().nullable(),
    energyClass: text<EnergyClass>().nullable(),
    description: text().nullable(),
    descriptionFold: foldedText().nullable(),
    ownAddress: json<UnitOwnAddress>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "units_property_id_index", properties: ["mandataireId", "propertyId"] },
    { name: "units_entrance_id_index", properties: ["mandataireId", "entranceId"] },
    ...timestampIndexes("units"),
  ],
});

export const allocationRows = defineEntity({
  name: "UnitAllocation",
  tableName: "unit_allocations",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    unitId: id<UnitId>().primary(),
    shareKeyId: id<ShareKeyId>().primary(),
    shares: integer(),
  },
  indexes: [{ name: "unit_allocations_share_key_id_index", properties: ["mandataireId", "shareKeyId"] }],
});

export const ownershipRows = defineEntity({
  name: "Ownership",
  tableName: "ownerships",
  properties: {
    ...key<OwnershipId>(),
    ownerId: id<OwnerId>(),
    unitId: id<UnitId>(),
    shareNumerator: integer(),
    shareDenominator: integer(),
    validFrom: day().nullable(),
    validTo: day().nullable(),
    acquisitionDate: day().nullable(),
    acquisitionType: text<AcquisitionType>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "ownerships_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "ownerships_unit_id_index", properties: ["mandataireId", "unitId"] },
    ...timestampIndexes("ownerships"),
  ],
});
