import { ACCOUNTING_MODES } from "@cartulary/rental/agency";
import { mandateListing, mandateRecord, mandateServiceRecord } from "@cartulary/rental/property";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { day, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record } from "../../record.ts";
import { familyOperations } from "../../record-operations.ts";
import { answerShape, creationShape, patchShape } from "../../record-shapes.ts";
import { input } from "../agency/input-fields.ts";

const MandateProperty = camelRecord("MandateProperty", {
  id: uuid<"Property">(),
  name: text(),
  businessCode: text().nullable(),
});

const {
  mandataireId,
  ownerId: _,
  number: __,
  firstEndDate: ___,
  renewalMonths: ____,
  ...answered
} = answerShape(mandateRecord);
const { terminatedOn: _____, accountingMode, createdAt, updatedAt, ...stored } = answered;
const { id, reference, mandateType, status, propertyId, startDate, endDate, managementFeeRate, ...whole } = stored;

const listed = {
  ...{ id, reference, mandateType, status },
  /** The profile's: what `owner_profile_id` takes. */
  ownerId: uuid<"OwnerProfile">().nullable(),
  ownerActorId: uuid<"OwnerActor">().nullable(),
  ownerName: text().nullable(),
  propertyId,
  propertyName: text().nullable(),
  ...{ startDate, endDate, managementFeeRate, createdAt, updatedAt },
  businessCode: text().nullable(),
  ownerBusinessCode: text().nullable(),
  propertyBusinessCode: text().nullable(),
  properties: listOf(MandateProperty),
};

/** A mandate as lists answer it. */
export const ListedMandate = camelRecord("ListedMandate", listed);

const MandateService = camelRecord("MandateService", answerShape(mandateServiceRecord));

/** A mandate whole. */
export const MandateRecord = camelRecord("Mandate", {
  ...listed,
  mandataireId,
  ...whole,
  accountingMode,
  effectiveAccountingMode: z.enum(ACCOUNTING_MODES),
  mandateServices: listOf(MandateService),
});

/** A service in bodies; with an id, one of the present services. */
const MandateServiceInput = record("MandateServiceInput", {
  id: input.id<"MandateService">(),
  ...patchShape(mandateServiceRecord),
});

const mandateServices = listOf(MandateServiceInput).exactOptional();

/** The body that creates a mandate. */
export const MandateCreation = record("MandateCreate", {
  ownerProfileId: uuid<"OwnerProfile">(),
  propertyId: input.id<"Property">(),
  ...creationShape(mandateRecord),
  mandateServices,
});

/** The body that changes a mandate. */
export const MandateChange = record("MandateInput", {
  propertyIds: listOf(uuid<"Property">()).exactOptional(),
  ...patchShape(mandateRecord),
  mandateServices,
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

export const mandateOperations = operations({
  listMandates: mandates.list("List mandates, as of today"),
  createMandate: mandates.create("Create a mandate; if it has begun, it gets a register number"),
  getMandate: mandates.get("Get a mandate and its services"),
  updateMandate: mandates.update("Update a mandate; arrays are replaced"),
  deleteMandate: mandates.remove("Delete a mandate that has not begun"),
  extendMandate: {
    ...DOOR,
    path: `${ALL.path}/{id}/extend`,
    summary: "Extend an active or expired mandate to a later day",
    body: record("MandateExtend", { newEndDate: day() }),
  },
  terminateMandate: {
    ...DOOR,
    path: `${ALL.path}/{id}/terminate`,
    summary: "Terminate an active mandate, today or on a later day",
    body: record("MandateTerminate", { terminationDate: day().exactOptional(), reason: text().exactOptional() }),
  },
});
