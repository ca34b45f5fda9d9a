import {
  ANOMALY_TYPES,
  billingRunLineListing,
  billingRunListing,
  GROUPING_MODES,
  LINE_TYPES,
  REVIEW_STATUSES,
  RUN_STATUSES,
} from "@cartulary/rental/billing";
import { LEASE_TYPES, PAYMENT_FREQUENCIES, PAYMENT_TIMINGS } from "@cartulary/rental/property";
import { z } from "zod";
import { snakeObject } from "../../casing.ts";
import { amount, day, decimal, flag, freeForm, instant, integer, listOf, text, uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { camelRecord, record, requiredByOperation } from "../../record.ts";
import { input } from "../agency/input-fields.ts";

const listed = {
  id: uuid<"BillingRun">(),
  reference: text(),
  label: text().nullable(),
  status: z.enum(RUN_STATUSES),
  periodStart: day(),
  periodEnd: day(),
  totalTenantAmount: amount(),
  totalOwnerAmount: amount(),
  totalRentAmount: amount(),
  totalChargesAmount: amount(),
  linesCount: integer(),
  anomaliesCount: integer(),
  validatedAt: instant().nullable(),
  validatedBy: uuid<"User">().nullable(),
  appliedAt: instant().nullable(),
  /** The common frequency of its leases, or `mixed`. */
  billingFrequency: z.enum([...PAYMENT_FREQUENCIES, "mixed"]).nullable(),
  editable: flag(),
  cancellable: flag(),
  /** 0 queued, 1 scope, 2 tenants, 3 owners, 4 anomalies, 5 done, 6 validated, 7 applied. */
  currentStep: integer(),
  allAnomaliesAcknowledged: flag(),
  scheduledAt: instant().nullable(),
  computedAt: instant().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** A run in lists. */
export const ListedBillingRun = camelRecord("ListedBillingRun", listed);

const BillingNotice = camelRecord("BillingNotice", {
  id: uuid<string>(),
  reference: text(),
  tenantName: text().nullable(),
  totalAmountCents: integer(),
  linesCount: integer(),
});

export const BillingRunRecord = camelRecord("BillingRun", {
  ...listed,
  groupingMode: z.enum(GROUPING_MODES).nullable(),
  rentCallGrouping: listOf(text()),
  cancelledAt: instant().nullable(),
  cancellationReason: text().nullable(),
  failureMessage: text().nullable(),
  ownerPaymentsSummary: camelRecord("OwnerPaymentsSummary", {
    count: integer(),
    totalGross: amount(),
    totalNet: amount(),
  }),
  billingNoticesSummary: camelRecord("BillingNoticesSummary", {
    count: integer(),
    totalAmountCents: integer(),
    notices: listOf(BillingNotice),
  }),
  scopeSummary: camelRecord("BillingScopeSummary", {
    /** The billed month, `YYYY-MM`. */
    period: text(),
    frequencies: listOf(text()),
    timings: listOf(text()),
    leaseTypes: listOf(text()),
    propertyId: uuid<"Property">().nullable(),
    linesCount: integer(),
    excludedCount: integer(),
    totalLeases: integer(),
  }),
  /** Base, VAT and total by rate (`20.00`), decimals with two places. */
  vatBreakdown: freeForm(),
});

const LINE_CATEGORIES = [
  ...["rent", "charge_provision", "charges_adjustment", "insurance", "tenant_fee", "deposit", "discount"],
  ...["caf_deduction", "initial_balance", "other", "owner_rent", "owner_charges", "owner_vat", "owner_other"],
  ...["management_fee", "management_fee_vat", "gli_premium", "service_fee", "owner_balance", "payout"],
];

/** A line of a run. Amounts of owner lines are signed from the owner's side. */
export const BillingRunLineRecord = camelRecord("BillingRunLine", {
  id: uuid<"BillingRunLine">(),
  lineType: z.enum(LINE_TYPES),
  billingCategory: z.enum(LINE_CATEGORIES),
  label: text().nullable(),
  computedAmount: amount(),
  baseAmount: amount().nullable(),
  status: z.enum(["active", "excluded"]),
  /** True for the difference of back billing. */
  adjustment: flag(),
  leaseId: uuid<"Lease">().nullable(),
  unitIdentifier: text().nullable(),
  hasAnomaly: flag(),
  anomalyType: z.enum(ANOMALY_TYPES).nullable(),
  anomalyDetails: camelRecord("AnomalyDetails", {
    level: z.enum(["error", "warn", "info"]),
    securityDepositId: uuid<"SecurityDeposit">().exactOptional().describe("Of deposit_late: the deposit"),
    months: integer().exactOptional().describe("Of deposit_late: the months begun since it was due"),
    amountCents: integer().exactOptional().describe("Of deposit_late: the increase by law, in cents"),
    /** Other anomalies, worst first. */
    others: listOf(z.enum(ANOMALY_TYPES)),
  }).nullable(),
  updatedAt: instant(),
  billingRunId: uuid<"BillingRun">(),
  amountHt: amount().nullable(),
  vatAmount: amount().nullable(),
  vatRate: decimal().nullable(),
  amountTtc: amount().nullable(),
  vatApplicable: flag(),
  periodStart: day().nullable(),
  periodEnd: day().nullable(),
  isProrata: flag(),
  prorataDays: integer().nullable(),
  leaseType: text().nullable(),
  paymentFrequency: text().nullable(),
  tenantName: text().nullable(),
  tenantId: uuid<"TenantActor">().nullable(),
  rentCallId: uuid<"RentCall">().nullable(),
  propertyName: text().nullable(),
  propertyId: uuid<"Property">().nullable(),
  ownerName: text().nullable(),
  ownerId: uuid<"OwnerActor">().nullable(),
  chargeProvision: amount().nullable(),
  totalAmount: amount().nullable(),
  dueDate: day().nullable(),
  alreadyPaidCents: integer(),
  totalDueCents: integer(),
  remainingCents: integer(),
  currency: text(),
  reviewStatus: z.enum(REVIEW_STATUSES).nullable(),
  leaseReference: text().nullable(),
  /** The formula of the amount, in words and figures. */
  explanation: text(),
  comment: text().nullable(),
  /** Stable across computations of the run. */
  lineKey: text(),
});

export const BillingRunCreation = record("BillingRunInput", {
  periodStart: requiredByOperation(input.day()),
  groupingMode: input.choice(GROUPING_MODES),
  propertyId: input.id<"Property">(),
  schedule: input.flag(),
  frequencies: input.listOf(z.enum(PAYMENT_FREQUENCIES)),
  timings: input.listOf(z.enum(PAYMENT_TIMINGS)),
  leaseTypes: input.listOf(z.enum(LEASE_TYPES)),
  leaseIds: input.listOf(uuid<"Lease">()),
  excludeLeaseIds: input.listOf(uuid<"Lease">()),
});

/** The review of a line. */
export const BillingRunLineReview = record("BillingRunLineUpdate", {
  excluded: input.flag(),
  reviewStatus: input.choice(REVIEW_STATUSES),
  comment: input.emptyText(),
});

/** Differences from the previous computation. */
export const BillingRunDifference = camelRecord("BillingRunDifference", {
  added: listOf(BillingRunLineRecord),
  removed: listOf(BillingRunLineRecord),
  changed: listOf(
    camelRecord("BillingRunLineChange", {
      lineKey: text(),
      before: BillingRunLineRecord,
      after: BillingRunLineRecord,
    }),
  ),
});

const ALL = { path: `${RENTAL_BASE}/billing_runs`, tag: "billing_runs", mandataire: true } as const;
const ONE = {
  ...ALL,
  path: `${RENTAL_BASE}/billing_runs/{id}`,
  params: snakeObject({ id: uuid<"BillingRun">() }),
} as const;

/** An operation on a run without a body. */
const action = <const Name extends string>(name: Name, summary: string) => {
  const path = `${ONE.path}/${name}` as const;
  return { ...ONE, path, method: "post", scope: "write", summary, replies: { 200: BillingRunRecord } } as const;
};

export const billingRunOperations = operations({
  listBillingRuns: {
    ...ALL,
    method: "get",
    summary: "List billing runs",
    scope: "read",
    list: billingRunListing,
    replies: { 200: listOf(ListedBillingRun) },
  },
  createBillingRun: {
    ...ALL,
    method: "post",
    summary: "Create the run of a month; computed at once or, if scheduled, ten days before; poll it until computed",
    scope: "write",
    body: BillingRunCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: BillingRunRecord },
  },
  getBillingRun: {
    ...ONE,
    method: "get",
    summary: "Get a billing run",
    scope: "read",
    replies: { 200: BillingRunRecord },
  },
  listBillingRunLines: {
    ...ONE,
    path: `${ONE.path}/lines`,
    method: "get",
    summary: "List the lines of a run, of tenants or owners by type",
    scope: "read",
    query: snakeObject({ type: z.enum(LINE_TYPES).exactOptional() }),
    list: billingRunLineListing,
    replies: { 200: listOf(BillingRunLineRecord) },
  },
  reviewBillingRunLine: {
    ...ONE,
    path: `${ONE.path}/lines/{line_id}`,
    method: "patch",
    summary: "Exclude or include a line, acknowledge or flag its anomalies, or comment on it",
    scope: "write",
    params: snakeObject({ id: uuid<"BillingRun">(), lineId: uuid<"BillingRunLine">() }),
    body: BillingRunLineReview,
    replies: { 200: BillingRunLineRecord },
  },
  recomputeBillingRun: action("recompute", "Recompute a run; reviews of unchanged lines are kept"),
  acknowledgeBillingRunAnomalies: action("acknowledge_anomalies", "Acknowledge every anomaly that is not flagged"),
  validateBillingRun: {
    ...action("validate", "Validate a run whose anomalies are acknowledged or, with force, any run"),
    /** The presence of the parameter counts: `force=false` forces too. */
    query: snakeObject({ force: text().exactOptional() }),
  },
  getBillingRunDifference: {
    ...ONE,
    path: `${ONE.path}/difference`,
    method: "get",
    summary: "Get the differences between the last two computations of a run",
    scope: "read",
    replies: { 200: BillingRunDifference },
  },
});
