import {
  billingRunLineListing,
  billingRunListing,
  GROUPING_MODES,
  LEASE_TYPES,
  LINE_TYPES,
  PAYMENT_FREQUENCIES,
  PAYMENT_TIMINGS,
  REVIEW_STATUSES,
  RUN_STATUSES,
} from "@cartulary/rental";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { amount, day, decimal, flag, freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { camelRecord, needed, record } from "../record.ts";
import { input } from "./estate-fields.ts";

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
  /** The one frequency of its leases, or `mixed`. */
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

/** A run as lists answer it. */
export const ListedBillingRun = camelRecord("ListedBillingRun", listed);

const BillingNotice = camelRecord("BillingNotice", {
  id: uuid<string>(),
  reference: text(),
  tenantName: text().nullable(),
  totalAmountCents: integer(),
  linesCount: integer(),
});

/** A run whole. */
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
  /** By the rate, `20.00`: base, vat and total, decimals with two places. */
  vatBreakdown: freeForm(),
});

const LINE_CATEGORIES = [
  ...["rent", "charge_provision", "charges_adjustment", "insurance", "tenant_fee", "deposit", "discount"],
  ...["caf_deduction", "initial_balance", "other", "owner_rent", "owner_charges", "owner_vat"],
  ...["management_fee", "management_fee_vat", "gli_premium", "service_fee", "owner_balance", "payout"],
];

/** A line of a run. Amounts of owners' lines are signed from where they stand. */
export const BillingRunLineRecord = camelRecord("BillingRunLine", {
  id: uuid<"BillingRunLine">(),
  lineType: z.enum(LINE_TYPES),
  billingCategory: z.enum(LINE_CATEGORIES),
  label: text().nullable(),
  computedAmount: amount(),
  baseAmount: amount().nullable(),
  status: z.enum(["active", "excluded"]),
  leaseId: uuid<"Lease">().nullable(),
  unitIdentifier: text().nullable(),
  hasAnomaly: flag(),
  anomalyType: text().nullable(),
  anomalyDetails: camelRecord("AnomalyDetails", {
    level: z.enum(["error", "warn", "info"]),
    /** What else was noticed, worst first. */
    others: listOf(text()),
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
  /** How the amount came about: the formula, in words and figures. */
  explanation: text(),
  comment: text().nullable(),
  /** Stays through every computation of the run. */
  lineKey: text(),
});

/** Which run is to be made. */
export const BillingRunCreation = record("BillingRunInput", {
  periodStart: needed(input.day()),
  groupingMode: input.choice(GROUPING_MODES),
  propertyId: input.id<"Property">(),
  schedule: input.flag(),
  frequencies: input.listOf(z.enum(PAYMENT_FREQUENCIES)),
  timings: input.listOf(z.enum(PAYMENT_TIMINGS)),
  leaseTypes: input.listOf(z.enum(LEASE_TYPES)),
  leaseIds: input.listOf(uuid<"Lease">()),
  excludeLeaseIds: input.listOf(uuid<"Lease">()),
});

/** What somebody makes of a line. */
export const BillingRunLineReview = record("BillingRunLineUpdate", {
  excluded: input.flag(),
  reviewStatus: input.choice(REVIEW_STATUSES),
  comment: input.emptyText(),
});

/** How a computation differs from the one before. */
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

/** What is done to a run by its id alone. */
const door = <const Name extends string>(name: Name, summary: string) => {
  const path = `${ONE.path}/${name}` as const;
  return { ...ONE, path, method: "post", scope: "write", summary, replies: { 200: BillingRunRecord } } as const;
};

/** The billing runs of a mandataire. */
export const billingRunOperations = operations({
  listBillingRuns: {
    ...ALL,
    method: "get",
    summary: "The billing runs",
    scope: "read",
    list: billingRunListing,
    replies: { 200: listOf(ListedBillingRun) },
  },
  createBillingRun: {
    ...ALL,
    method: "post",
    summary: "Make the run of a month: it is computed at once or, scheduled, ten days before; poll it until it is",
    scope: "write",
    body: BillingRunCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: BillingRunRecord },
  },
  getBillingRun: { ...ONE, method: "get", summary: "One run", scope: "read", replies: { 200: BillingRunRecord } },
  listBillingRunLines: {
    ...ONE,
    path: `${ONE.path}/lines`,
    method: "get",
    summary: "The lines of a run: those of tenants or, as type says, of owners",
    scope: "read",
    query: snakeObject({ type: z.enum(LINE_TYPES).exactOptional() }),
    list: billingRunLineListing,
    replies: { 200: listOf(BillingRunLineRecord) },
  },
  reviewBillingRunLine: {
    ...ONE,
    path: `${ONE.path}/lines/{line_id}`,
    method: "patch",
    summary: "Take a line out of a run or back, acknowledge or flag what was noticed about it, comment on it",
    scope: "write",
    params: snakeObject({ id: uuid<"BillingRun">(), lineId: uuid<"BillingRunLine">() }),
    body: BillingRunLineReview,
    replies: { 200: BillingRunLineRecord },
  },
  recomputeBillingRun: door("recompute", "Compute a run anew; what was said of lines that stay the same stays"),
  acknowledgeBillingRunAnomalies: door("acknowledge_anomalies", "Acknowledge every anomaly that nobody flagged"),
  validateBillingRun: {
    ...door("validate", "Find a run right, once its anomalies are acknowledged or, with force, whatever they are"),
    /** That it is there is enough: `force=false` forces, too. */
    query: snakeObject({ force: text().exactOptional() }),
  },
  getBillingRunDifference: {
    ...ONE,
    path: `${ONE.path}/difference`,
    method: "get",
    summary: "What the last computation of a run changed against the one before",
    scope: "read",
    replies: { 200: BillingRunDifference },
  },
});
