import { snakeObject } from "../../casing.ts";
import { uuid } from "../../fields.ts";
import { operations, RENTAL_BASE } from "../../operation.ts";
import { record } from "../../record.ts";
import { input } from "../agency/input-fields.ts";
import { BillingRunRecord } from "./billing-runs.ts";

/** The optional reason of a cancellation. */
export const BillingRunCancellation = record("BillingRunCancel", { reason: input.emptyText() });

const ONE = {
  tag: "billing_runs",
  mandataire: true,
  params: snakeObject({ id: uuid<"BillingRun">() }),
  method: "post",
  scope: "write",
  replies: { 200: BillingRunRecord },
} as const;

/** Operations on a reviewed run. */
export const runApplicationOperations = operations({
  applyBillingRun: {
    ...ONE,
    path: `${RENTAL_BASE}/billing_runs/{id}/apply`,
    summary: "Apply a validated run: rent calls, entries, fees and payouts, all or none",
  },
  cancelBillingRun: {
    ...ONE,
    path: `${RENTAL_BASE}/billing_runs/{id}/cancel`,
    summary: "Cancel a run; an applied run is reversed, unless something was paid",
    body: BillingRunCancellation,
  },
});
