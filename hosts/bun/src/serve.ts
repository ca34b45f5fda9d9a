import { openBody, socketAddress } from "@cartulary/node";
import {
  type Address,
  type Config,
  type HostModules,
  type Runtime,
  readConfig,
  type StartEnvironment,
  serve as serveOn,
} from "@cartulary/server";
import { bunChildren } from "./children.ts";
import { listen } from "./listener.ts";

/**
 * Bun, for `serve` of `@cartulary/server`: its listener, signals and children.
 *
 * @example
 * ```ts
 * import { bun } from "@cartulary/bun";
 * import { readConfig, serve } from "@cartulary/server";
 *
 * await serve(readConfig(process.env, { directory: process.cwd(), isTerminal: false }), bun);
 * ```
 */
export const bun: Runtime = {
  name: `bun ${process.versions.bun}`,
  ...{ listen, socketAddress, openBody },
  childRuntime: ({ containment }: Config) => bunChildren({ containment }),
};

/** Serves on Bun; see `serve` of `@cartulary/node`. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  startEnvironment: StartEnvironment,
  onListening?: (address: Address) => Promise<void>,
  modules: HostModules = [],
): Promise<void> {
  await serveOn(readConfig(environment, startEnvironment), bun, { modules, ...(onListening && { onListening }) });
}
