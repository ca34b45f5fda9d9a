import "./needs-runtime.ts";

export { compose, technologyModules } from "./compose.ts";
export { type Config, configErrorFor, readConfig, type Surroundings } from "./configuration/config.ts";
export { nearest } from "./configuration/nearest.ts";
export { createBatch } from "./logging/batch.ts";
export { createLog } from "./logging/log.ts";
export { recordMachineDeed } from "./machine-deeds.ts";
export { jobQueues } from "./products/jobs.ts";
export type { Address } from "./run/announcement.ts";
export { run } from "./run/run.ts";
export type { Fetcher, Listener, Runtime } from "./run/runtime.ts";
export { type ServeOptions, serve } from "./run/serve.ts";
export { type Host, withHost } from "./run/with-host.ts";
export { type Database, type HostStores, type MandataireHostStores, tokens } from "./tokens.ts";
