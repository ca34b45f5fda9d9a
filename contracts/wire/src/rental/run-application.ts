import { snakeObject } from "../casing.ts";
import { uuid } from "../fields.ts";
import { operations, RENTAL_BASE } from "../operation.ts";
import { record } from "../record.ts";
import { BillingRunRecord } from "./billing-runs.ts";
import { input } from "./estate-fields.ts";

/** Why a run is cancelled; it need not be said. */
export const BillingRunCancellation = record("BillingRunCancel", { reason: input.emptyText() });

const ONE = {
  tag: "billing_runs",
  mandataire: true,
  params: snakeObject({ id: uuid<"BillingRun">() }),
  method: "post",
  scope: "write",
  replies: { 200: BillingRunRecord },
} as const;

/** What becomes of a run once it was looked through. */
export const runApplicationOperations = operations({
  applyBillingRun: {
    ...ONE,
    path: `${RENTAL_BASE}/billing_runs/{id}/apply`,
    summary: "Apply a validated run: its rent calls, their entries, fees and payouts, all of them or none",
  },
  cancelBillingRun: {
    ...ONE,
    path: `${RENTAL_BASE}/billing_runs/{id}/cancel`,
    summary: "Cancel a run; one that was applied is taken back while nothing is paid on it",
    body: BillingRunCancellation,
  },
});
