import type { Cents } from "@cartulary/ledger";
import type {
  AccountingMode,
  BillingMode,
  CalculationBase,
  DepositHolder,
  DistributionFrequency,
  MandataireId,
  MandateId,
  MandateServiceId,
  MandateStatus,
  MandateType,
  OwnerId,
  PropertyId,
  RenewalMode,
  ServiceTarget,
} from "@cartulary/rental";
import { defineEntity } from "@mikro-orm/core";
import { boolean, folded, id, integer, text } from "../../../engine/columns.ts";
import { dated, datedIndexes, day, decimal, key } from "./columns.ts";

export const mandateRows = defineEntity({
  name: "Mandate",
  tableName: "mandates",
  properties: {
    ...key<MandateId>(),
    ownerId: id<OwnerId>(),
    propertyId: id<PropertyId>().nullable(),
    reference: text(),
    referenceFold: folded(),
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
    retenueDestination: text().nullable(),
    accountingMode: text<AccountingMode>().nullable(),
    ...dated(),
  },
  indexes: [
    { name: "mandates_owner_id_index", properties: ["mandataireId", "ownerId"] },
    { name: "mandates_property_id_index", properties: ["mandataireId", "propertyId"] },
    ...datedIndexes("mandates"),
  ],
  uniques: [{ name: "mandates_number_unique", properties: ["mandataireId", "number"] }],
});

/** Which properties a mandate is of, in their order; those of a mandate without any are all of its owner's. */
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

/** `place` is their order; `position` is what somebody said of it. */
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
