import type { Day, Id, Instant, Listing, UserId } from "@cartulary/kernel";
import { type Cents, LEDGER_LIST_DIALECT } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { PaymentFrequency } from "../../property/leases/lease.ts";
import type { VatOfRate } from "../computation/compute-run.ts";
import type { RunScope } from "../computation/run-scope.ts";

export type BillingRunId = Id<"BillingRun">;

/** The statuses of a run (rental.md 3.1). During computation a run stays `draft` or `scheduled`. */
export const RUN_STATUSES = [
  "draft",
  "scheduled",
  "computed",
  "review",
  "validated",
  "applied",
  "cancelled",
  "failed",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How lines are grouped in rent calls: one per lease and period, or one per tenant. */
export const GROUPING_MODES = ["per_lease", "per_tenant"] as const;
export type GroupingMode = (typeof GROUPING_MODES)[number];

/** The totals of the lines that are not excluded (rental.md 3.2). */
export interface RunAmounts {
  /** Called from tenants, VAT included. */
  readonly totalTenantAmount: Cents;
  /** The sum of the payouts to owners. */
  readonly totalOwnerAmount: Cents;
  readonly totalRentAmount: Cents;
  readonly totalChargesAmount: Cents;
  /** The number of tenant lines, excluded ones included. */
  readonly linesCount: number;
  /** The number of lines with an anomaly, of tenants and owners, excluded ones left out. */
  readonly anomaliesCount: number;
  /** True if each of those anomalies is acknowledged. */
  readonly allAnomaliesAcknowledged: boolean;
  /** The common frequency of its leases, or `mixed`; `null` without leases. */
  readonly billingFrequency: PaymentFrequency | "mixed" | null;
  readonly vat: readonly VatOfRate[];
}

/** How far a run has come, as lists show it. */
export const RUN_STEPS = {
  ...{ queued: 0, scope: 1, tenants: 2, owners: 3, anomalies: 4 },
  ...{ computed: 5, validated: 6, applied: 7 },
} as const;

/** One month's billing: its scope, progress and totals. */
export interface BillingRun extends RunAmounts {
  readonly mandataireId: MandataireId;
  readonly id: BillingRunId;
  /** QT-2026-0001: without gaps per mandataire and year of the billed month. */
  readonly reference: string;
  readonly label: string;
  readonly status: RunStatus;
  /** The first and last day of the billed month. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly groupingMode: GroupingMode;
  /** The selection of leases. */
  readonly scope: Omit<RunScope, "month">;
  /** The number of the current computation; 0 before the first. */
  readonly computation: number;
  /** The number of the previous computation; 0 without one. */
  readonly previousComputation: number;
  /** The number of the latest attempt, finished or not. Each attempt has a number of its own. */
  readonly lastComputation: number;
  /** The last heartbeat of the running computation; `null` if none runs. */
  readonly computingAt: Instant | null;
  /** One of {@link RUN_STEPS}. */
  readonly currentStep: number;
  /** Follows from the status ({@link withAllowedActions}). Stored, so that lists can filter by it. */
  readonly editable: boolean;
  /** Likewise; an applied run also requires that nothing is paid on it. */
  readonly cancellable: boolean;
  readonly scheduledAt: Instant | null;
  readonly computedAt: Instant | null;
  /** The day of the computation in Paris, on which its decisions about dates are based. */
  readonly computedOn: Day | null;
  readonly validatedAt: Instant | null;
  readonly validatedBy: UserId | null;
  readonly appliedAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationReason: string | null;
  /** The reason of a failed run. */
  readonly failureMessage: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const EDITABLE: readonly RunStatus[] = ["computed", "review"];

/** Returns the run with the actions that its status allows. */
export function withAllowedActions<Run extends Pick<BillingRun, "status">>(
  run: Run,
): Run & Pick<BillingRun, "editable" | "cancellable"> {
  return { ...run, editable: EDITABLE.includes(run.status), cancellable: run.status !== "cancelled" };
}

const fields = {
  id: "uuid",
  reference: "text",
  label: "text",
  status: "keyword",
  periodStart: "date",
  periodEnd: "date",
  totalTenantAmount: "amount",
  totalOwnerAmount: "amount",
  totalRentAmount: "amount",
  totalChargesAmount: "amount",
  linesCount: "integer",
  anomaliesCount: "integer",
  validatedAt: "instant",
  validatedBy: "uuid",
  appliedAt: "instant",
  billingFrequency: "keyword",
  editable: "boolean",
  cancellable: "boolean",
  currentStep: "integer",
  allAnomaliesAcknowledged: "boolean",
  scheduledAt: "instant",
  computedAt: "instant",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type BillingRunField = keyof typeof fields;

export const billingRunListing: Listing<BillingRunField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as BillingRunField[],
  sort: "createdAt",
  search: ["reference", "label"],
};

/** The totals of a run that is not computed yet. */
export const EMPTY_TOTALS: RunAmounts = {
  totalTenantAmount: 0 as Cents,
  totalOwnerAmount: 0 as Cents,
  totalRentAmount: 0 as Cents,
  totalChargesAmount: 0 as Cents,
  linesCount: 0,
  anomaliesCount: 0,
  allAnomaliesAcknowledged: true,
  billingFrequency: null,
  vat: [],
};

/** A rent call that the run creates or would create. */
export interface RunNotice {
  /** The id of the rent call if it exists, otherwise of the lease or tenant. */
  readonly id: Id<string>;
  /** The reference of the rent call if it exists, otherwise of the lease, or of a tenant's first lease. */
  readonly reference: string;
  readonly tenantName: string | null;
  readonly totalAmountCents: Cents;
  readonly linesCount: number;
}

/** Details of a run computed from its lines that are not excluded. */
export interface RunSummary {
  /** The grouping keys of the rent calls: `lease:<id>` or `tenant:<id>`. */
  readonly rentCallGrouping: readonly string[];
  readonly payoutsCount: number;
  /** The sum credited to owners. */
  readonly grossCents: Cents;
  readonly notices: readonly RunNotice[];
  /** The number of excluded tenant lines. */
  readonly excludedCount: number;
  readonly totalLeases: number;
}

/** A run with its summary. */
export interface BillingRunDetail extends BillingRun {
  readonly summary: RunSummary;
}
