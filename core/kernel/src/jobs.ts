import { requireLibraryRuntime } from "./runtime.ts";

export { createJobRunner } from "./jobs/runner.ts";
export { createJobAdministration } from "./use-cases/job-administration.ts";
export { REPLAY_QUEUES, replayJobs } from "./use-cases/replay-jobs.ts";

requireLibraryRuntime();
