export { type AuditListeners, auditListeners } from "./audit-listeners.ts";
export { compose, technologyModules } from "./compose.ts";
export { blame, type Config, ConfigError, readConfig, type Surroundings } from "./config.ts";
export { jobQueues } from "./jobs.ts";
export { createLog } from "./log.ts";
export { recordMachineDeed } from "./machine-deeds.ts";
export { nearest } from "./nearest.ts";
export { openToOthers } from "./private-directory.ts";
export { type Database, type HostStores, tokens } from "./tokens.ts";
