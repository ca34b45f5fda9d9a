import { type Address, type Runtime, readConfig, type Surroundings, serve as serveOn } from "@cartulary/server";
import { openBody } from "./body.ts";
import { listen, socketAddress } from "./listener.ts";
import { newResponse } from "./response.ts";

/** What Node.js brings to a host. */
export const node: Runtime = {
  name: `node ${process.versions.node}`,
  ...{ listen, socketAddress, newResponse, openBody },
};

/**
 * Serves on Node.js, as the environment describes, until it is asked to stop. `onListening` is called when requests are
 * answered; it runs beside them, and what it throws stops the host and comes out.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  await serveOn(readConfig(environment, surroundings), node, onListening && { onListening });
}
