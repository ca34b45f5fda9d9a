import {
  ACCOUNTING_MODES,
  BILLING_MODES,
  CALCULATION_BASES,
  DEPOSIT_HOLDERS,
  DISTRIBUTION_FREQUENCIES,
  MANDATE_STATUSES,
  MANDATE_TYPES,
  mandateListing,
  RENEWAL_MODES,
  SERVICE_TARGETS,
} from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { day, decimal, flag, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, record } from "../record.ts";
import { familyOperations } from "../record-operations.ts";
import { input } from "./estate-fields.ts";

const MandateProperty = camelRecord("MandateProperty", {
  id: uuid<"Property">(),
  name: text(),
  businessCode: text().nullable(),
});

const listed = {
  id: uuid<"Mandate">(),
  reference: text(),
  mandateType: z.enum(MANDATE_TYPES),
  status: z.enum(MANDATE_STATUSES),
  /** The profile's: what `owner_profile_id` takes. */
  ownerId: uuid<"OwnerProfile">().nullable(),
  ownerActorId: uuid<"OwnerActor">().nullable(),
  ownerName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  propertyName: text().nullable(),
  startDate: day(),
  endDate: day().nullable(),
  managementFeeRate: decimal().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  businessCode: text().nullable(),
  ownerBusinessCode: text().nullable(),
  propertyBusinessCode: text().nullable(),
  properties: listOf(MandateProperty),
};

/** A mandate as lists answer it. */
export const ListedMandate = camelRecord("ListedMandate", listed);

const MandateService = camelRecord("MandateService", {
  id: uuid<"MandateService">(),
  serviceType: text(),
  label: text().nullable(),
  billingMode: z.enum(BILLING_MODES),
  rate: decimal().nullable(),
  amountCents: integer().nullable(),
  calculationBase: z.enum(CALCULATION_BASES).nullable(),
  frequency: text().nullable(),
  triggerEvent: text().nullable(),
  target: z.enum(SERVICE_TARGETS),
  deliveryMode: text().nullable(),
  vatApplicable: flag(),
  vatRate: decimal().nullable(),
  priority: integer().nullable(),
  active: flag(),
  position: integer().nullable(),
});

/** A mandate whole. */
export const MandateRecord = camelRecord("Mandate", {
  ...listed,
  mandataireId: uuid<"Mandataire">(),
  signatureDate: day().nullable(),
  vatRateOnFees: decimal().nullable(),
  renewalMode: z.enum(RENEWAL_MODES).nullable(),
  noticeMonths: integer().nullable(),
  specialConditions: text().nullable(),
  distributionFrequency: z.enum(DISTRIBUTION_FREQUENCIES).nullable(),
  distributionDay: integer().nullable(),
  distributionMarginDays: integer().nullable(),
  depotGarantieDetention: z.enum(DEPOSIT_HOLDERS).nullable(),
  retenueDestination: text().nullable(),
  accountingMode: z.enum(ACCOUNTING_MODES).nullable(),
  effectiveAccountingMode: z.enum(ACCOUNTING_MODES),
  mandateServices: listOf(MandateService),
});

/** What may be said of a service; with an id, of one that is there. */
const MandateServiceInput = record("MandateServiceInput", {
  id: input.id<"MandateService">(),
  serviceType: input.text(),
  label: input.emptyText(),
  billingMode: input.choice(BILLING_MODES),
  rate: input.emptyDecimal(),
  amountCents: input.emptyCents(),
  calculationBase: input.emptyChoice(CALCULATION_BASES),
  frequency: input.emptyText(),
  triggerEvent: input.emptyText(),
  target: input.choice(SERVICE_TARGETS),
  deliveryMode: input.emptyText(),
  vatApplicable: input.flag(),
  vatRate: input.emptyDecimal(),
  priority: input.emptyInteger(),
  active: input.flag(),
  position: input.emptyInteger(),
});

const changeFields = {
  mandateType: input.choice(MANDATE_TYPES),
  endDate: input.emptyDay(),
  managementFeeRate: decimal().exactOptional(),
  signatureDate: input.emptyDay(),
  vatRateOnFees: input.emptyDecimal(),
  renewalMode: input.emptyChoice(RENEWAL_MODES),
  noticeMonths: input.emptyInteger(),
  specialConditions: input.emptyText(),
  distributionFrequency: input.emptyChoice(DISTRIBUTION_FREQUENCIES),
  distributionDay: input.emptyInteger(),
  distributionMarginDays: input.emptyInteger(),
  depotGarantieDetention: input.emptyChoice(DEPOSIT_HOLDERS),
  retenueDestination: input.emptyText(),
  accountingMode: input.emptyChoice(ACCOUNTING_MODES),
  mandateServices: listOf(MandateServiceInput).exactOptional(),
};

/** What is said of a mandate that is being made. */
export const MandateCreation = record("MandateCreate", {
  ownerProfileId: uuid<"OwnerProfile">(),
  propertyId: input.id<"Property">(),
  reference: text(),
  startDate: day(),
  ...changeFields,
});

/** What may be said of a mandate. */
export const MandateChange = record("MandateInput", {
  reference: input.text(),
  startDate: day().exactOptional(),
  propertyIds: listOf(uuid<"Property">()).exactOptional(),
  ...changeFields,
});

const ALL = { path: `${RENTAL_BASE}/mandates`, tag: "mandates" } as const;

const mandates = familyOperations({
  ...ALL,
  id: uuid<"Mandate">(),
  list: mandateListing,
  listed: ListedMandate,
  output: MandateRecord,
  creation: MandateCreation,
  change: MandateChange,
  every: { mandataire: true },
  writing: {},
  bodied: {},
});

const DOOR = {
  method: "post",
  tag: ALL.tag,
  scope: "write",
  mandataire: true,
  params: snakeObject({ id: uuid<"Mandate">() }),
  replies: { 200: MandateRecord },
} as const;

/** What can be done with mandates. */
export const mandateOperations = operations({
  listMandates: mandates.list("The mandates, as they are today"),
  createMandate: mandates.create("Record a mandate; one that has begun gets its number in the register"),
  getMandate: mandates.get("One mandate, with its services"),
  updateMandate: mandates.update("Change what is given of a mandate; an array replaces the present one"),
  deleteMandate: mandates.remove("Delete a mandate that has not begun"),
  extendMandate: {
    ...DOOR,
    path: `${ALL.path}/{id}/extend`,
    summary: "Let an active or expired mandate go on until a later day",
    body: record("MandateExtend", { newEndDate: day() }),
  },
  terminateMandate: {
    ...DOOR,
    path: `${ALL.path}/{id}/terminate`,
    summary: "End an active mandate, today or on a given day",
    body: record("MandateTerminate", { terminationDate: day().exactOptional(), reason: text().exactOptional() }),
  },
});
