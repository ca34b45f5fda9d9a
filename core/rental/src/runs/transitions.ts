import { refused } from "@cartulary/kernel";
import type { BillingRun, RunStatus } from "./run.ts";

/** What somebody may do to a run as it stands. */
export type RunDoor = "recompute" | "acknowledge" | "validate" | "review" | "apply" | "cancel";

/** From which statuses each door opens (rental.md 3.1). That a run comes to be computed, or fails, is no door. */
const RUN_DOORS: Readonly<Record<RunDoor, readonly RunStatus[]>> = {
  recompute: ["failed", "computed", "review", "validated"],
  acknowledge: ["computed", "review"],
  validate: ["computed", "review"],
  review: ["computed", "review"],
  apply: ["validated", "applied"],
  cancel: ["draft", "scheduled", "failed", "computed", "review", "validated", "applied"],
};

/** Refuses (`invalid_transition`) a door that the run's status does not have. */
export function requireDoor({ status }: Pick<BillingRun, "status">, door: RunDoor): void {
  const from = RUN_DOORS[door];
  if (from.includes(status)) return;
  throw refused("invalid_transition", `The run is ${status}: this is for runs that are ${from.join(", ")}`);
}
