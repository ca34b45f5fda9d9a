import type { NewJob } from "@cartulary/kernel";
import type { BillingRun } from "./run.ts";

export const COMPUTE_RUN = "rental/compute_run";
export const RESUME_RUNS = "rental/resume_runs";

/** Attempts at a computation before its run fails. */
const ATTEMPTS = 3;

/** Returns the job that computes a run, for its mandataire. At most one job per run is queued. */
export function computationJob({ mandataireId, id }: Pick<BillingRun, "mandataireId" | "id">): NewJob {
  const payload = { mandataireId, runId: id };
  return { queue: COMPUTE_RUN, owner: mandataireId, payload, dedupeKey: id, attemptsMax: ATTEMPTS };
}
