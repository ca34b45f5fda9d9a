export { compose, technologyModules } from "./compose.ts";
export { blame, type Config, ConfigError, readConfig, type Surroundings } from "./config.ts";
export { createLog } from "./log.ts";
export { type Database, type HostStores, tokens } from "./tokens.ts";
export type { Upkeep } from "./upkeep.ts";
