import type { NewJob } from "@cartulary/kernel";
import type { BillingRun } from "./run.ts";

export const COMPUTE_RUN = "rental/compute_run";
export const RESUME_RUNS = "rental/resume_runs";

/** How often a computation is tried before its run has failed. */
const ATTEMPTS = 3;

/** What computes a run, for its mandataire: one job waits for a run at most. */
export function computationJob({ mandataireId, id }: Pick<BillingRun, "mandataireId" | "id">): NewJob {
  const payload = { mandataireId, runId: id };
  return { queue: COMPUTE_RUN, owner: mandataireId, payload, dedupeKey: id, attemptsMax: ATTEMPTS };
}
