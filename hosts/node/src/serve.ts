import { type Address, readConfig, run, type Surroundings } from "@cartulary/server";
import { openBody } from "./body.ts";
import { listen, socketAddress } from "./listener.ts";

import { newResponse } from "./response.ts";

/**
 * Serves on Node.js, as the environment describes, until it is asked to stop. `onListening` is called when requests are
 * answered; it runs beside them, and what it throws stops the host and comes out.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  const runtime = { name: `node ${process.versions.node}`, listen, socketAddress, newResponse, openBody };
  await run(readConfig(environment, surroundings), runtime, onListening);
}
