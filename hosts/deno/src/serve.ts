import { listen, newResponse, openBody, socketAddress } from "@cartulary/node";
import { type Address, type Runtime, readConfig, type Surroundings, serve as serveOn } from "@cartulary/server";
import { denoChildren } from "./children.ts";

/** What Deno brings to a host. */
export const deno: Runtime = {
  name: `deno ${process.versions.deno}`,
  ...{ listen, socketAddress, newResponse, openBody },
  childRuntime: () => denoChildren(),
};

/** Serves on Deno, as `serve` of `@cartulary/node` does on Node.js: its `node:http` is enough. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  await serveOn(readConfig(environment, surroundings), deno, onListening && { onListening });
}
