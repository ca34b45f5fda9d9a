import { existsSync } from "node:fs";
import { type Config, configErrorFor, type Host, readConfig, withHost as withHostOf } from "@cartulary/server";
import { surroundings } from "./machine.ts";

interface HostOptions {
  readonly inspecting?: boolean;
  /** Whether this is the command by which a database is made. */
  readonly creates?: boolean;
}

/**
 * Does `work` with a host as the environment describes it, opened for this command and closed after it. A database file
 * that is not there is refused.
 */
export function withHost(work: (host: Host) => Promise<number>, options: HostOptions = {}): Promise<number> {
  const config = readConfig(process.env, surroundings());
  if (!options.creates) requireDatabase(config);
  return withHostOf(config, work, options);
}

/** Opening a file that is missing would make it: whoever mistyped CARTULARY_DATA would be answered by an empty house. */
function requireDatabase({ database }: Config): void {
  if (database.kind !== "sqlite" || existsSync(database.path)) return;
  const reason = `there is no ${database.path}: name where the data is, or make it with cartulary serve or cartulary migrate`;
  throw configErrorFor(database.variable, new Error(reason));
}
