import { existsSync } from "node:fs";
import {
  type Config,
  configErrorFor,
  type Host,
  type HostModules,
  readConfig,
  withHost as withHostOf,
} from "@cartulary/server";
import { startEnvironment } from "./start-environment.ts";

interface HostOptions {
  readonly inspecting?: boolean;
  /** True for the command that may create the database. */
  readonly creates?: boolean;
  readonly modules?: HostModules;
}

/**
 * Runs `work` with a host configured by the environment; opens it before and closes it after. Throws when the database
 * file is missing.
 */
export function withHost(work: (host: Host) => Promise<number>, options: HostOptions = {}): Promise<number> {
  const config = readConfig(process.env, startEnvironment());
  if (!options.creates) requireDatabase(config);
  return withHostOf(config, work, options);
}

/** Opening a missing file would create it, so a wrong CARTULARY_DATA would give an empty database. */
function requireDatabase({ database }: Config): void {
  if (database.kind !== "sqlite" || existsSync(database.path)) return;
  const reason = `${database.path} does not exist: set the data location, or create it with cartulary serve or cartulary migrate`;
  throw configErrorFor(database.variable, new Error(reason));
}
