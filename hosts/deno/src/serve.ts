import { listen, openBody, socketAddress } from "@cartulary/node";
import {
  type Address,
  type HostModules,
  type Runtime,
  readConfig,
  type StartEnvironment,
  serve as serveOn,
} from "@cartulary/server";
import { denoChildren } from "./children.ts";

/**
 * Deno, for `serve` of `@cartulary/server`: its listener, signals and children.
 *
 * @example
 * ```ts
 * import { deno } from "@cartulary/deno";
 * import { readConfig, serve } from "@cartulary/server";
 *
 * await serve(readConfig(process.env, { directory: process.cwd(), isTerminal: false }), deno);
 * ```
 */
export const deno: Runtime = {
  name: `deno ${process.versions.deno}`,
  ...{ listen, socketAddress, openBody },
  childRuntime: () => denoChildren(),
};

/** Serves on Deno, with its `node:http`; see `serve` of `@cartulary/node`. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  startEnvironment: StartEnvironment,
  onListening?: (address: Address) => Promise<void>,
  modules: HostModules = [],
): Promise<void> {
  await serveOn(readConfig(environment, startEnvironment), deno, { modules, ...(onListening && { onListening }) });
}
