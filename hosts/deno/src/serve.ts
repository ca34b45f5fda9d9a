import { listen, newResponse, openBody, socketAddress } from "@cartulary/node";
import { type Address, readConfig, run, type Surroundings } from "@cartulary/server";
import { denoChildren } from "./children.ts";

/** Serves on Deno, as `serve` of `@cartulary/node` does on Node.js: its `node:http` is enough. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  const runtime = {
    name: `deno ${process.versions.deno}`,
    ...{ listen, socketAddress, newResponse, openBody },
    childRuntime: () => denoChildren(),
  };
  await run(readConfig(environment, surroundings), runtime, onListening);
}
