import { unprocessable } from "@cartulary/kernel";
import type { BillingRun, RunStatus } from "./run.ts";

/** An action of a user on a run. */
export type RunAction = "recompute" | "acknowledge" | "validate" | "review" | "apply" | "cancel";

/** The statuses that allow each action (rental.md 3.1). */
const ALLOWED_FROM: Readonly<Record<RunAction, readonly RunStatus[]>> = {
  recompute: ["failed", "computed", "review", "validated"],
  acknowledge: ["computed", "review"],
  validate: ["computed", "review"],
  review: ["computed", "review"],
  apply: ["validated", "applied"],
  cancel: ["draft", "scheduled", "failed", "computed", "review", "validated", "applied"],
};

/** Throws 422 `invalid_transition` if the run's status does not allow the action. */
export function requireAllowedAction({ status }: Pick<BillingRun, "status">, action: RunAction): void {
  const from = ALLOWED_FROM[action];
  if (from.includes(status)) return;
  throw unprocessable(
    "invalid_transition",
    `The run is ${status}: allowed only for runs with status ${from.join(", ")}`,
  );
}
