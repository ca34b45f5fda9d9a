import {
  type Address,
  type HostModules,
  type Runtime,
  readConfig,
  type StartEnvironment,
  serve as serveOn,
} from "@cartulary/server";
import { openBody } from "./body.ts";
import { listen, socketAddress } from "./listener.ts";

export const node: Runtime = {
  name: `node ${process.versions.node}`,
  ...{ listen, socketAddress, openBody },
};

/**
 * Serves on Node.js, configured by the environment, until a signal stops it. Calls `onListening` once requests are
 * served; its error stops the host and is thrown. `modules` are loaded last, as with `serve` of `@cartulary/server`.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  startEnvironment: StartEnvironment,
  onListening?: (address: Address) => Promise<void>,
  modules: HostModules = [],
): Promise<void> {
  await serveOn(readConfig(environment, startEnvironment), node, { modules, ...(onListening && { onListening }) });
}
