import type { Day, Decimal, Id } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type {
  AcquisitionType,
  BankAccountId,
  BillingCalendar,
  Collection,
  ContactCollection,
  ContactType,
  EnergyClass,
  EntranceId,
  MandataireId,
  OwnerId,
  OwnershipId,
  OwnerType,
  PropertyId,
  PropertyType,
  RentalContactId,
  ShareKeyId,
  TenantId,
  TenantType,
  UnitId,
  UnitOwnAddress,
  UnitType,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, folded, id, instant, integer, json, text } from "../../engine/columns.ts";

/** Whose a record is, first in every key, and which. */
const key = <Own extends string>() => ({ mandataireId: id<MandataireId>().primary(), id: id<Own>().primary() });
const dated = () => ({ createdAt: instant(), updatedAt: instant() });
const day = () => text<Day>();
const decimal = () => integer<Decimal>();

/** What lists are read by when nothing else is asked, and by whoever follows what changes. */
const datedIndexes = (table: string) =>
  (["created", "updated"] as const).map((change) => ({
    name: `${table}_${change}_at_index`,
    properties: ["mandataireId", `${change}At`, "id"] as ("mandataireId" | "createdAt" | "updatedAt" | "id")[],
  }));

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

export const unitRows = defineEntity({
  name: "Unit",
  tableName: "units",
  properties: {
    ...key<UnitId>(),
    propertyId: id<PropertyId>(),
    entranceId: id<EntranceId>().nullable(),
    identifier: text(),
    identifierFold: folded(),
    unitType: text<UnitType>(),
    areaSqm: decimal().nullable(),
    floor: text().nullable(),
    floorFold: folded().nullable(),
    lotNumber: text().nullable(),
    lotNumberFold: folded().nullable(),
    active: boolean(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    dateReception: day().nullable(),
    energyClass: text<EnergyClass>().nullable(),
    description: text().nullable(),
    descriptionFold: folded().nullable(),
    ownAddress: json<UnitOwnAddress>().nullable(),
    ...dated(),
  },
  indexes: [
    { name: "units_property_id_index", properties: ["mandataireId", "propertyId"] },
    { name: "units_entrance_id_index", properties: ["mandataireId", "entranceId"] },
    ...datedIndexes("units"),
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

export const ownerRows = defineEntity({
  name: "Owner",
  tableName: "owners",
  properties: {
    ...key<OwnerId>(),
    profileId: id<Id<"OwnerProfile">>(),
    displayName: text(),
    displayNameFold: folded(),
    firstName: text(),
    firstNameFold: folded(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    ownerType: text<OwnerType>(),
    companyName: text().nullable(),
    companyNameFold: folded().nullable(),
    siret: text().nullable(),
    taxId: text().nullable(),
    taxIdFold: folded().nullable(),
    address: text().nullable(),
    addressFold: folded().nullable(),
    accountingCode: text(),
    ...dated(),
  },
  indexes: [{ name: "owners_profile_id_index", properties: ["mandataireId", "profileId"] }, ...datedIndexes("owners")],
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
    ...dated(),
  },
  indexes: [
    { name: "ownerships_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "ownerships_unit_id_index", properties: ["mandataireId", "unitId"] },
    ...datedIndexes("ownerships"),
  ],
});

const leaseRows = defineEntity({
  name: "Lease",
  tableName: "leases",
  properties: {
    ...key<Id<"Lease">>(),
    reference: text(),
    referenceFold: folded(),
    leaseType: text(),
    status: text(),
    startDate: day(),
    endDate: day().nullable(),
    /** What a notice that is withdrawn gives back. */
    endDateBeforeNotice: day().nullable(),
    noticeDate: day().nullable(),
    signatureDate: day().nullable(),
    paymentDay: integer().nullable(),
    paymentFrequency: text().nullable(),
    paymentTiming: text().nullable(),
    autoRenewal: boolean(),
    noticeMonths: integer().nullable(),
    externalId: text().nullable(),
    externalIdFold: folded().nullable(),
    revisionMode: text(),
    initialBalanceCents: integer<Cents>().nullable(),
    cafAllocataireNumber: text().nullable(),
    billingCalendar: text<BillingCalendar>().nullable(),
    billingCycleMonth: integer().nullable(),
    renewalNoticePeriod: integer().nullable(),
    securityDepositCents: integer<Cents>().nullable(),
    proration: text(),
    ...dated(),
  },
  indexes: datedIndexes("leases"),
});

const leaseUnitRows = defineEntity({
  name: "LeaseUnit",
  tableName: "lease_units",
  properties: {
    ...key<Id<"LeaseUnit">>(),
    leaseId: id<Id<"Lease">>(),
    unitId: id<UnitId>(),
    entryDate: day().nullable(),
    exitDate: day().nullable(),
    indexType: text().nullable(),
    indexBaseDate: day().nullable(),
    indexBaseValue: decimal().nullable(),
  },
  indexes: [
    { name: "lease_units_lease_id_index", properties: ["mandataireId", "leaseId"] },
    { name: "lease_units_unit_id_index", properties: ["mandataireId", "unitId"] },
  ],
});

export const tenantRows = defineEntity({
  name: "Tenant",
  tableName: "tenants",
  properties: {
    ...key<TenantId>(),
    profileId: id<Id<"TenantProfile">>(),
    displayName: text(),
    displayNameFold: folded(),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    tenantType: text<TenantType>(),
    tradeName: text().nullable(),
    tradeNameFold: folded().nullable(),
    siret: text().nullable(),
    vatNumber: text().nullable(),
    billingEmail: text().nullable(),
    billingAddress: text().nullable(),
    accountingCode: text(),
    ...dated(),
  },
  indexes: [
    { name: "tenants_profile_id_index", properties: ["mandataireId", "profileId"] },
    ...datedIndexes("tenants"),
  ],
});

/** Contacts and service providers: two lists of one table. */
export const rentalContactRows = defineEntity({
  name: "RentalContact",
  tableName: "rental_contacts",
  properties: {
    ...key<RentalContactId>(),
    contactProfileId: id<Id<"ContactProfile">>(),
    collection: text<ContactCollection>(),
    firstName: text().nullable(),
    firstNameFold: folded().nullable(),
    lastName: text().nullable(),
    lastNameFold: folded().nullable(),
    displayName: text(),
    displayNameFold: folded(),
    email: text().nullable(),
    emailFold: folded().nullable(),
    phone: text().nullable(),
    phoneFold: folded().nullable(),
    contactType: text<ContactType>().nullable(),
    companyName: text().nullable(),
    companyNameFold: folded().nullable(),
    siret: text().nullable(),
    activity: text().nullable(),
    activityFold: folded().nullable(),
    address: text().nullable(),
    addressFold: folded().nullable(),
    ...dated(),
  },
  indexes: datedIndexes("rental_contacts"),
});

/** Of an owner or of a tenant, never of both. */
export const bankAccountRows = defineEntity({
  name: "BankAccount",
  tableName: "bank_accounts",
  properties: {
    ...key<BankAccountId>(),
    ownerId: id<OwnerId>().nullable(),
    tenantId: id<TenantId>().nullable(),
    position: integer(),
    label: text().nullable(),
    iban: text().nullable(),
    bic: text().nullable(),
    bankName: text().nullable(),
    isDefault: boolean(),
  },
  indexes: [
    { name: "bank_accounts_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "bank_accounts_tenant_id_index", properties: ["mandataireId", "tenantId"] },
  ],
});

export const codeCounterRows = defineEntity({
  name: "CodeCounter",
  tableName: "code_counters",
  properties: { mandataireId: id<MandataireId>().primary(), kind: text().primary(), last: integer() },
});

/** Codes of those who are gone: nobody gets them again. */
export const retiredCodeRows = defineEntity({
  name: "RetiredCode",
  tableName: "retired_codes",
  properties: { mandataireId: id<MandataireId>().primary(), code: text().primary() },
});

/** What is left of records that are gone. */
export const tombstoneRows = defineEntity({
  name: "Tombstone",
  tableName: "tombstones",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    collection: text<Collection>().primary(),
    id: id<Id<string>>().primary(),
    at: instant(),
  },
  indexes: [{ name: "tombstones_at_index", properties: ["mandataireId", "collection", "at", "id"] }],
});

/** The tables of the estate. */
export const estateEntities = [
  propertyRows,
  entranceRows,
  shareKeyRows,
  unitRows,
  allocationRows,
  ownerRows,
  ownershipRows,
  leaseRows,
  leaseUnitRows,
  tenantRows,
  rentalContactRows,
  bankAccountRows,
  codeCounterRows,
  retiredCodeRows,
  tombstoneRows,
] as const;

/** What the stores of the estate see. */
export type EstateTables = Database<(typeof estateEntities)[number]>;
