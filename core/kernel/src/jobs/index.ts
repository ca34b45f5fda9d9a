export { REPLAY_QUEUES, replayJobs } from "../use-cases/replay-jobs.ts";
export { createJobRunner } from "./runner.ts";
