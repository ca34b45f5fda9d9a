import type { Day, Id, UserId } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  AnomalyDetails,
  BilledPart,
  BillingRun,
  BillingRunId,
  BillingRunLine,
  GroupingMode,
  LineType,
  OwnerBasis,
  PriceBasis,
  RunLineId,
  RunStatus,
} from "@cartulary/rental/billing";
import { defineEntity } from "@mikro-orm/core";
import { boolean, type Database, foldedText, id, instant, integer, json, text } from "../../../engine/columns.ts";
import { day, decimal, key, timestampColumns, timestampIndexes } from "../../property/tables/columns.ts";
import type { EstateTables } from "../../property/tables.ts";

export const billingRunRows = defineEntity({
  name: "BillingRun",
  tableName: "billing_runs",
  properties: {
    ...key<BillingRunId>(),
    reference: text(),
    referenceFold: foldedText(),
    label: text(),
    labelFold: foldedText(),
    status: text<RunStatus>(),
    periodStart: day(),
    periodEnd: day(),
    groupingMode: text<GroupingMode>(),
    scope: json<BillingRun["scope"]>(),
    computation: integer(),
    previousComputation: integer(),
    lastComputation: integer(),
    computingAt: instant().nullable(),
    currentStep: integer(),
    editable: boolean(),
    cancellable: boolean(),
    totalTenantAmount: integer<Cents>(),
    totalOwnerAmount: integer<Cents>(),
    totalRentAmount: integer<Cents>(),
    totalChargesAmount: integer<Cents>(),
    linesCount: integer(),
    anomaliesCount: integer(),
    allAnomaliesAcknowledged: boolean(),
    billingFrequency: text<NonNullable<BillingRun["billingFrequency"]>>().nullable(),
    vat: json<BillingRun["vat"]>(),
    scheduledAt: instant().nullable(),
    computedAt: instant().nullable(),
    computedOn: day().nullable(),
    validatedAt: instant().nullable(),
    validatedBy: id<UserId>().nullable(),
    appliedAt: instant().nullable(),
    cancelledAt: instant().nullable(),
    cancellationReason: text().nullable(),
    failureMessage: text().nullable(),
    ...timestampColumns(),
  },
  indexes: [
    ...timestampIndexes("billing_runs"),
    { name: "billing_runs_cancellable_index", properties: ["mandataireId", "status", "cancellable"] },
  ],
  uniques: [{ name: "billing_runs_reference_unique", properties: ["mandataireId", "reference"] }],
});

/**
 * Lines by computation. Lines of a previous computation are only read for comparison. Lines describe leases and owners
 * that may be deleted, so only the run is a foreign key.
 */
export const billingRunLineRows = defineEntity({
  name: "BillingRunLine",
  tableName: "billing_run_lines",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    billingRunId: id<BillingRunId>().primary(),
    computation: integer().primary(),
    id: id<RunLineId>().primary(),
    lineKey: text<BillingRunLine["lineKey"]>(),
    lineType: text<LineType>(),
    billingCategory: text<BillingRunLine["billingCategory"]>(),
    label: text(),
    labelFold: foldedText(),
    status: text<BillingRunLine["status"]>(),
    isAlreadyBilled: boolean(),
    adjustment: boolean().default(false),
    basis: json<PriceBasis>().nullable(),
    leaseId: id<Id<"Lease">>().nullable(),
    leaseReference: text().nullable(),
    leaseReferenceFold: foldedText().nullable(),
    leaseType: text<NonNullable<BillingRunLine["leaseType"]>>().nullable(),
    paymentFrequency: text<NonNullable<BillingRunLine["paymentFrequency"]>>().nullable(),
    leaseUnitId: id<Id<"LeaseUnit">>().nullable(),
    unitIdentifier: text().nullable(),
    unitIdentifierFold: foldedText().nullable(),
    propertyId: id<Id<"Property">>().nullable(),
    propertyName: text().nullable(),
    propertyNameFold: foldedText().nullable(),
    tenantId: id<Id<"TenantActor">>().nullable(),
    tenantName: text().nullable(),
    tenantNameFold: foldedText().nullable(),
    ownerId: id<Id<"OwnerActor">>().nullable(),
    ownerName: text().nullable(),
    ownerNameFold: foldedText().nullable(),
    mandateId: id<Id<"Mandate">>().nullable(),
    serviceId: id<Id<"MandateService">>().nullable(),
    insurerName: text().nullable(),
    chargedFor: json<readonly string[]>().nullable(),
    callKey: text().nullable(),
    periodStart: day(),
    periodEnd: day(),
    isProrata: boolean(),
    prorataDays: integer().nullable(),
    dueDate: text<Day>().nullable(),
    baseAmount: integer<Cents>().nullable(),
    amountHt: integer<Cents>(),
    vatAmount: integer<Cents>(),
    amountTtc: integer<Cents>(),
    vatApplicable: boolean(),
    vatRate: decimal().nullable(),
    suspenseHt: integer<Cents>(),
    suspenseVat: integer<Cents>(),
    alreadyPaidCents: integer<Cents>(),
    hasAnomaly: boolean(),
    anomalyType: text<NonNullable<BillingRunLine["anomalyType"]>>().nullable(),
    anomalyDetails: json<AnomalyDetails>().nullable(),
    reviewStatus: text<NonNullable<BillingRunLine["reviewStatus"]>>().nullable(),
    comment: text().nullable(),
    commentFold: foldedText().nullable(),
    explanation: text(),
    explanationFold: foldedText(),
    ...timestampColumns(),
  },
  indexes: [
    {
      name: "billing_run_lines_created_at_index",
      properties: ["mandataireId", "lineType", "billingRunId", "computation", "createdAt", "id"],
    },
    {
      name: "billing_run_lines_updated_at_index",
      properties: ["mandataireId", "lineType", "billingRunId", "computation", "updatedAt", "id"],
    },
    {
      name: "billing_run_lines_owner_id_index",
      properties: ["mandataireId", "ownerId", "billingRunId", "computation"],
    },
    {
      name: "billing_run_lines_call_key_index",
      properties: ["mandataireId", "callKey", "billingRunId", "computation"],
    },
    { name: "billing_run_lines_lease_unit_id_index", properties: ["mandataireId", "leaseUnitId", "periodEnd"] },
    {
      name: "billing_run_lines_tenant_fee_index",
      properties: ["mandataireId", "leaseId"],
      where: "billing_category = 'tenant_fee'",
    },
  ],
});

/** The shares of owners in the lines of tenants. */
export const billingRunPartRows = defineEntity({
  name: "BillingRunPart",
  tableName: "billing_run_parts",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    billingRunId: id<BillingRunId>().primary(),
    computation: integer().primary(),
    lineId: id<RunLineId>().primary(),
    ownerId: id<BilledPart["ownerId"]>().primary(),
    mandateId: id<Id<"Mandate">>().nullable(),
    mandateFinding: text<NonNullable<BilledPart["mandateFinding"]>>().nullable(),
    isAccrual: boolean(),
    htCents: integer<Cents>(),
    vatCents: integer<Cents>(),
  },
  indexes: [
    {
      name: "billing_run_parts_owner_id_index",
      properties: ["mandataireId", "ownerId", "billingRunId", "computation"],
    },
  ],
});

/** The inputs of computations. */
export const billingRunInputRows = defineEntity({
  name: "BillingRunInput",
  tableName: "billing_run_inputs",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    billingRunId: id<BillingRunId>().primary(),
    computation: integer().primary(),
    part: text().primary(),
    digest: text(),
    content: json<OwnerBasis>().nullable(),
  },
});

export const billingEntities = [billingRunRows, billingRunLineRows, billingRunPartRows, billingRunInputRows] as const;

export type BillingTables = Database<(typeof billingEntities)[number]> & EstateTables;
