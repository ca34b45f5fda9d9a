import type { Cents } from "@cartulary/ledger";
import type { AccountingMode, MandataireId } from "@cartulary/rental/agency";
import type {
  BillingMode,
  CalculationBase,
  DepositHolder,
  DistributionFrequency,
  MandateId,
  MandateServiceId,
  MandateStatus,
  MandateType,
  OwnerId,
  PropertyId,
  RenewalMode,
  RetentionDestination,
  ServiceTarget,
} from "@cartulary/rental/property";
import { defineEntity } from "@mikro-orm/core";
import { boolean, foldedText, id, integer, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "./columns.ts";

export const mandateRows = defineEntity({
  name: "Mandate",
  tableName: "mandates",
  properties: {
    ...key<MandateId>(),
    ownerId: id<OwnerId>(),
    propertyId: id<PropertyId>().nullable(),
    reference: text(),
    referenceFold: foldedText(),
    mandateType: text<MandateType>(),
    status: text<MandateStatus>(),
    number: integer().nullable(),
    startDate: day(),
    endDate: day().nullable(),
    firstEndDate: day().nullable(),
    renewalMonths: integer().nullable(),
    terminatedOn: day().nullable(),
    managementFeeRate: decimal().nullable(),
    signatureDate: day().nullable(),
    vatRateOnFees: decimal().nullable(),
    renewalMode: text<RenewalMode>().nullable(),
    noticeMonths: integer().nullable(),
    specialConditions: text().nullable(),
    distributionFrequency: text<DistributionFrequency>().nullable(),
    distributionDay: integer().nullable(),
    distributionMarginDays: integer().nullable(),
    depotGarantieDetention: text<DepositHolder>().nullable(),
    retenueDestination: text<RetentionDestination>().nullable(),
    accountingMode: text<AccountingMode>().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    { name: "mandates_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "mandates_property_id_index", properties: ["mandataireId", "propertyId"] },
    ...timestampIndexes("mandates"),
  ],
  uniques: [{ name: "mandates_number_unique", properties: ["mandataireId", "number"] }],
});

/** The properties of a mandate, in order. A mandate without any covers all properties of its owner. */
export const mandatePropertyRows = defineEntity({
  name: "MandateProperty",
  tableName: "mandate_properties",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    mandateId: id<MandateId>().primary(),
    propertyId: id<PropertyId>().primary(),
    position: integer(),
  },
  indexes: [{ name: "mandate_properties_property_id_index", properties: ["mandataireId", "propertyId"] }],
});

/** `place` is the order of the services; `position` is a field that users set. */
export const mandateServiceRows = defineEntity({
  name: "MandateService",
  tableName: "mandate_services",
  properties: {
    ...key<MandateServiceId>(),
    mandateId: id<MandateId>(),
    place: integer(),
    serviceType: text(),
    label: text().nullable(),
    billingMode: text<BillingMode>(),
    rate: decimal().nullable(),
    amountCents: integer<Cents>().nullable(),
    calculationBase: text<CalculationBase>().nullable(),
    frequency: text().nullable(),
    triggerEvent: text().nullable(),
    target: text<ServiceTarget>(),
    deliveryMode: text().nullable(),
    vatApplicable: boolean(),
    vatRate: decimal().nullable(),
    priority: integer().nullable(),
    active: boolean(),
    position: integer().nullable(),
  },
  indexes: [{ name: "mandate_services_mandate_id_index", properties: ["mandataireId", "mandateId"] }],
});
