import { requireLibraryRuntime } from "./runtime.ts";

export { createJobRunner } from "./jobs/runner.ts";
export { REPLAY_QUEUES, replayJobs } from "./use-cases/replay-jobs.ts";

requireLibraryRuntime();
