import type { Day, Id, Instant, Listing, UserId } from "@cartulary/kernel";
import { type Cents, ledgerLists } from "@cartulary/ledger";
import type { VatOfRate } from "../billing/compute-run.ts";
import type { RunScope } from "../billing/run-scope.ts";
import type { PaymentFrequency } from "../leases/lease.ts";
import type { MandataireId } from "../mandataire.ts";

export type BillingRunId = Id<"BillingRun">;

/** Where a run stands (rental.md 3.1). While it is computed it stays `draft` or `scheduled`. */
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
/** One of {@link RUN_STATUSES}. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How lines come together in rent calls: one call for each lease and period, or one for each tenant. */
export const GROUPING_MODES = ["per_lease", "per_tenant"] as const;
/** One of {@link GROUPING_MODES}. */
export type GroupingMode = (typeof GROUPING_MODES)[number];

/** What the lines of a run come to that count (rental.md 3.2). */
export interface RunAmounts {
  /** VAT included: what tenants are called for. */
  readonly totalTenantAmount: Cents;
  /** What is paid out to owners. */
  readonly totalOwnerAmount: Cents;
  readonly totalRentAmount: Cents;
  readonly totalChargesAmount: Cents;
  /** Lines of tenants, excluded ones too. */
  readonly linesCount: number;
  /** Lines that count and deserve a look, of tenants and of owners. */
  readonly anomaliesCount: number;
  /** Whether each of those was looked at. */
  readonly allAnomaliesAcknowledged: boolean;
  /** The one frequency of its leases, or `mixed`; `null` without any. */
  readonly billingFrequency: PaymentFrequency | "mixed" | null;
  readonly vat: readonly VatOfRate[];
}

/** One month's quittancement: what it was asked for, how far it has come, and what it comes to. */
export interface BillingRun extends RunAmounts {
  readonly mandataireId: MandataireId;
  readonly id: BillingRunId;
  /** QT-2026-0001: without gap in a mandataire's year, the year being the billed month's. */
  readonly reference: string;
  readonly label: string;
  readonly status: RunStatus;
  /** The first day of the billed month, and its last. */
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly groupingMode: GroupingMode;
  /** Which leases it was asked for. */
  readonly scope: Omit<RunScope, "month">;
  /** By which number the lines go that are read; 0 before any were computed. */
  readonly computation: number;
  /** By which number the lines went before those; 0 where none did. */
  readonly previousComputation: number;
  /** The last number that a computation took, whether it came to its end or not: one number is written by one attempt. */
  readonly lastComputation: number;
  /** The last sign of life of a computation under way; `null` where none is. */
  readonly computingAt: Instant | null;
  /** 0 queued, 1 scope, 2 tenants, 3 owners, 4 anomalies, 5 done, 6 validated, 7 applied. */
  readonly currentStep: number;
  /** As its status says: {@link withDoors}. Kept, so that lists can be asked for it. */
  readonly editable: boolean;
  /** Likewise; of an applied run also that nothing was paid on it yet. */
  readonly cancellable: boolean;
  readonly scheduledAt: Instant | null;
  readonly computedAt: Instant | null;
  /** The day of the computation in Paris: what a date decides was decided as of then. */
  readonly computedOn: Day | null;
  readonly validatedAt: Instant | null;
  readonly validatedBy: UserId | null;
  readonly appliedAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly cancellationReason: string | null;
  /** Why a failed run failed. */
  readonly failureMessage: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const EDITABLE: readonly RunStatus[] = ["computed", "review"];

/** The run with what its status lets be done to it. */
export function withDoors<Run extends Pick<BillingRun, "status">>(
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

/** A field that {@link billingRunListing} knows. */
export type BillingRunField = keyof typeof fields;

/** What lists of runs may be filtered and sorted by. */
export const billingRunListing: Listing<BillingRunField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as BillingRunField[],
  sort: "createdAt",
  search: ["reference", "label"],
};

/** What a run is before anything was computed. */
export const NOTHING_COMPUTED: RunAmounts = {
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

/** What is told of the rent calls that a run makes, or would make. */
export interface RunNotice {
  /** The lease's or the tenant's; the rent call's once there is one. */
  readonly id: Id<string>;
  /** The lease's, the first one's of a tenant; the rent call's once there is one. */
  readonly reference: string;
  readonly tenantName: string | null;
  readonly totalAmountCents: Cents;
  readonly linesCount: number;
}

/** What only the detail of a run tells, out of its lines that count. */
export interface RunSummary {
  /** By what lines come together: `lease:<id>` or `tenant:<id>`. */
  readonly rentCallGrouping: readonly string[];
  readonly payoutsCount: number;
  /** What owners are credited with. */
  readonly grossCents: Cents;
  readonly notices: readonly RunNotice[];
  /** Lines of tenants that are excluded. */
  readonly excludedCount: number;
  readonly totalLeases: number;
}

/** A run whole. */
export interface BillingRunDetail extends BillingRun {
  readonly summary: RunSummary;
}
