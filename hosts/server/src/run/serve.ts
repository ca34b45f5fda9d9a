import type { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import type { Address } from "./announcement.ts";
import { run } from "./run.ts";
import type { Runtime } from "./runtime.ts";

/** Options for embedders of the reference host. */
export interface ServeOptions {
  /** Loaded last: their `rebind` of {@link tokens} overrides everything, the runtime's services included. */
  readonly modules?: readonly ContainerModule[];
  /** Called once requests are served; its error stops the host and is thrown. */
  readonly onListening?: (address: Address) => Promise<void>;
}

/**
 * Runs the reference host on a runtime until a signal stops it.
 *
 * @example
 * ```ts
 * import { node } from "@cartulary/node";
 * import { readConfig, serve } from "@cartulary/server";
 *
 * await serve(readConfig(process.env, { directory: process.cwd(), isTerminal: false }), node);
 * ```
 */
export function serve(
  config: Config,
  runtime: Runtime,
  { modules = [], onListening }: ServeOptions = {},
): Promise<void> {
  return run(config, runtime, onListening, modules);
}
