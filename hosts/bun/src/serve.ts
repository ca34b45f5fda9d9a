import { newResponse, openBody, socketAddress } from "@cartulary/node";
import { type Address, type Config, readConfig, run, type Surroundings } from "@cartulary/server";
import { bunChildren } from "./children.ts";
import { listen } from "./listener.ts";

/** Serves on Bun, as `serve` of `@cartulary/node` does on Node.js. */
export async function serve(
  environment: NodeJS.ProcessEnv,
  surroundings: Surroundings,
  onListening?: (address: Address) => Promise<void>,
): Promise<void> {
  const runtime = {
    name: `bun ${process.versions.bun}`,
    ...{ listen, socketAddress, newResponse, openBody },
    childRuntime: ({ containment }: Config) => bunChildren({ containment }),
  };
  await run(readConfig(environment, surroundings), runtime, onListening);
}
