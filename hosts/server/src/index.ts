import "./needs-runtime.ts";

export { recordCommandAudit } from "./cli-audit.ts";
export { compose, technologyModules } from "./compose.ts";
export { closestWord } from "./configuration/closest-word.ts";
export { type Config, configErrorFor, readConfig, type StartEnvironment } from "./configuration/config.ts";
export type { Database, HostStores, MandataireHostStores } from "./database.ts";
export { demonstrationModule } from "./http/http.ts";
export { createLog } from "./logging/log.ts";
export { jobQueues } from "./products/jobs.ts";
export type { Address } from "./run/announcement.ts";
export { migrationObserverModule, pendingMigrations } from "./run/pending-migrations.ts";
export { run } from "./run/run.ts";
export type { Fetcher, Listener, Runtime } from "./run/runtime.ts";
export { type ServeOptions, serve } from "./run/serve.ts";
export { type Host, type HostModules, withHost } from "./run/with-host.ts";
export { tokens } from "./tokens.ts";
export { version } from "./version.ts";
