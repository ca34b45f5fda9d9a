export { type JobIo, serveJobs } from "./serve-jobs.ts";
