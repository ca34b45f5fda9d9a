import { newResponse, openBody, socketAddress } from "@cartulary/node";
import {
  type Address,
  type Config,
  type Runtime,
  readConfig,
  type Surroundings,
  serve as serveOn,
} from "@cartulary/server";
import { bunChildren } from "./children.ts";
import { listen } from "./listener.ts";

/** What Bun brings to a host. */
export const bun: Runtime = {
  name: `bun ${process.versions.bun}`,
  ...{ listen, socketAddress, newResponse, openBody },
  childRuntime: ({ containment }: Config) => bunChildren({ containment }),
};

/** Serves on Bun, as `serve` of `@cartulary/node` does on Node.js. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  await serveOn(readConfig(environment, surroundings), bun, onListening && { onListening });
}
